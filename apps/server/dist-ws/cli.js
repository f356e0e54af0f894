import { A as Refusal, C as wordsOf, F as joinRunning, L as StartError, N as createLogger, P as readConfiguration, _ as canOf, a as openContexts, h as loadErrorTexts, i as openFoundation, l as importedBefore, n as words, o as readProgramme, p as ClosingStack, r as table, s as importCatalogueQuery, t as terminalLanguage } from "./assets/words-D-duGQMz.js";
import { readFile } from "node:fs/promises";
import "reflect-metadata";
import { parseArgs } from "node:util";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
//#region src/terminal/ask.ts
var NoTerminalError = class extends Error {
	name = "NoTerminalError";
	constructor() {
		super(words("no_terminal"));
	}
};
/** Asks one question at the terminal; with `hidden`, what is typed is not shown. */
function ask(question, options = {}) {
	if (!process.stdin.isTTY) return Promise.reject(new NoTerminalError());
	process.stdout.write(question);
	const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
	const input = createInterface({
		input: process.stdin,
		output: options.hidden === true ? silent : process.stdout,
		terminal: true
	});
	return new Promise((resolve, reject) => {
		input.once("SIGINT", () => {
			input.close();
			reject(new NoTerminalError());
		});
		input.once("line", (answer) => {
			input.close();
			if (options.hidden === true) process.stdout.write("\n");
			resolve(answer);
		});
	});
}
/** The first line of what is piped in. */
async function firstLineOfInput() {
	let text = "";
	for await (const chunk of process.stdin) text += String(chunk);
	return text.split(/\r?\n/)[0] ?? "";
}
//#endregion
//#region src/commands/command.ts
/** What the person typed does not fit; the usage is shown. */
var UsageError = class extends Error {
	name = "UsageError";
};
//#endregion
//#region src/commands/create-administrator.ts
var ACTOR = "system:administrator";
/** Group that may administer the product. */
var PRODUCT_ADMINISTRATORS = 2;
/** `admin create`: an account's administrator, and the account where it isn't there yet. */
var admin = {
	usage: "admin_usage",
	async run([verb, ...args], context) {
		if (verb !== "create") throw new UsageError();
		const answers = await readAnswers(args);
		const { access } = await context.foundation();
		return createAdministrator(access, answers, context);
	}
};
async function createAdministrator(access, answers, { say }) {
	const isFirst = !access.state.hasAccounts;
	const known = access.state.accountNamed(answers.account);
	const accountId = known ?? await access.people.openAccount({
		name: answers.account,
		edition: answers.edition
	}, ACTOR);
	await access.people.registerUser({
		...answers,
		accountId,
		role: "admin",
		userType: "administrator",
		isSuperuser: isFirst,
		groups: isFirst ? [PRODUCT_ADMINISTRATORS] : []
	}, ACTOR);
	const { account, username } = answers;
	say(words(known === null ? "admin_created" : "admin_added", {
		account,
		username
	}));
	return 0;
}
async function readAnswers(args) {
	const { values } = readOptions$1(args);
	const edition = values.edition ?? "internal";
	if (edition !== "internal" && edition !== "firm") throw new UsageError();
	const answer = async (given, question) => {
		const text = (given ?? await ask(words(question))).trim();
		if (text === "") throw new UsageError(words("answer_missing", { option: words(question).replace(/: $/, "") }));
		return text;
	};
	return {
		account: await answer(values.account, "ask_account"),
		edition,
		username: await answer(values.username, "ask_username"),
		firstName: await answer(values["first-name"], "ask_first_name"),
		lastName: await answer(values["last-name"], "ask_last_name"),
		email: await answer(values.email, "ask_email"),
		password: values["password-stdin"] === true ? await firstLineOfInput() : await askPassword()
	};
}
function readOptions$1(args) {
	const text = { type: "string" };
	try {
		return parseArgs({
			args: [...args],
			options: {
				account: text,
				edition: text,
				username: text,
				"first-name": text,
				"last-name": text,
				email: text,
				"password-stdin": { type: "boolean" }
			}
		});
	} catch (error) {
		const option = /'([^']+)'/.exec(String(error))?.[1] ?? "";
		throw new UsageError(words("unknown_option", { option }));
	}
}
async function askPassword() {
	const password = await ask(words("ask_password"), { hidden: true });
	if (password !== await ask(words("ask_password_again"), { hidden: true })) throw new UsageError(words("passwords_differ"));
	return password;
}
//#endregion
//#region src/terminal/progress-line.ts
function progressLine(output) {
	let last = "";
	return {
		show(text) {
			last = text;
			if (output.isTTY) output.write(`\r\u001b[2K${text}`);
		},
		end() {
			if (last !== "") output.write(output.isTTY ? "\n" : `${last}\n`);
			last = "";
		}
	};
}
//#endregion
//#region src/commands/choose-importer.ts
/**
* In whose name a catalogue is imported: the person asked for, else the account's first who may.
* @throws UsageError, in words, when nobody fits or more than one account does
*/
function chooseImporter(state, { account, username }) {
	const people = accountsOf(state, account).flatMap((id) => state.people(id)).filter(({ active }) => active);
	const asked = username === void 0 ? people : people.filter((each) => each.username === username);
	if (username !== void 0 && asked.length === 0) throw new UsageError(words("import_unknown_person", { username }));
	const able = asked.flatMap((person) => {
		const principal = state.principalOf(person.accountId, person.id);
		return principal && canOf(principal)("audits.import") ? [{
			person,
			principal
		}] : [];
	});
	const [first] = able;
	if (!first) throw new UsageError(username === void 0 ? words("import_nobody_may") : words("import_not_permitted", { username }));
	if (able.some(({ person }) => person.accountId !== first.person.accountId)) throw new UsageError(words("import_which_account"));
	return first;
}
function accountsOf(state, name) {
	if (name === void 0) return state.accounts;
	const account = state.accountNamed(name);
	if (account === null) throw new UsageError(words("import_unknown_account", { account: name }));
	return [account];
}
//#endregion
//#region src/commands/import-catalogue.ts
/** The catalogue is there already and nobody said that it should be imported again. */
var NOT_CONFIRMED = 2;
/** `import oscal <file> --audit "<name>"`: as one more node, so a running server shows it as it happens. */
var importCatalogue = {
	usage: "import_usage",
	async run([format, ...args], context) {
		if (format !== "oscal") throw new UsageError();
		const wish = readWish(args);
		const file = await readCatalogueFile(wish.file);
		const { title } = readProgramme(file);
		const { access } = await context.foundation();
		if (!access.state.hasAccounts) throw new UsageError(words("no_accounts"));
		const importer = chooseImporter(access.state, wish);
		const { imports } = await context.contexts();
		context.say(words("import_begun", {
			title,
			username: importer.person.username
		}));
		return runImport(imports, importer, file, wish, context);
	}
};
async function runImport(imports, importer, file, wish, context) {
	const { say, complain, signal } = context;
	const line = progressLine(process.stdout);
	const begin = (confirmed) => imports.begin({
		principal: importer.principal,
		file,
		name: wish.audit,
		confirmed,
		signal,
		onProgress: (written, total) => line.show(words("import_progress", {
			written,
			total
		}))
	});
	let start = performance.now();
	let started;
	try {
		started = await begin(wish.confirmed);
	} catch (error) {
		const before = importedBeforeOf(error);
		if (!before) throw error;
		const values = {
			name: before.nombre,
			code: before.codigo
		};
		if (!process.stdin.isTTY) {
			complain(words("import_again_refused", values));
			return NOT_CONFIRMED;
		}
		if (!isYes(await ask(words("import_again", values)))) {
			say(words("import_not_again"));
			return NOT_CONFIRMED;
		}
		start = performance.now();
		started = await begin(true);
	}
	try {
		await started.done;
	} finally {
		line.end();
	}
	const { auditoria, counts } = started.answer;
	const seconds = ((performance.now() - start) / 1e3).toFixed(1);
	say(report(counts));
	say(words("import_done", {
		seconds,
		path: `/auditorias/plan/?auditoria-id=${auditoria}`
	}));
	return 0;
}
/** Sí, s, yes, y. */
var isYes = (answer) => /^\s*[sy]/i.test(answer);
function importedBeforeOf(error) {
	if (!(error instanceof Refusal) || error.code !== "catalogue_imported_before") return null;
	return importedBefore.safeParse(error.options.details).data ?? null;
}
var REPORTED = [
	["groups", "import_groups"],
	["controls", "import_controls"],
	["enhancements", "import_enhancements"],
	["steps", "import_steps"],
	["instructions", "import_instructions"],
	["parameters", "import_parameters"],
	["unresolved", "import_unresolved"],
	["withdrawn", "import_withdrawn"]
];
var report = (counts) => table([[words("import_what"), words("import_how_many")], ...REPORTED.map(([what, label]) => [words(label), String(counts[what])])]);
async function readCatalogueFile(file) {
	try {
		return await readFile(file);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new UsageError(words("import_file_unreadable", {
			file,
			reason
		}));
	}
}
function readWish(args) {
	const { values, positionals } = readOptions(args);
	const [file, ...more] = positionals;
	if (file === void 0 || more.length > 0) throw new UsageError();
	const audit = importCatalogueQuery.shape.nombre.safeParse(values.audit);
	if (!audit.success) throw new UsageError(words("answer_missing", { option: "--audit" }));
	return {
		file,
		audit: audit.data,
		account: values.account,
		username: values.as,
		confirmed: values.confirm === true
	};
}
function readOptions(args) {
	const text = { type: "string" };
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				audit: text,
				as: text,
				account: text,
				confirm: { type: "boolean" }
			}
		});
	} catch (error) {
		const option = /'([^']+)'/.exec(String(error))?.[1] ?? "";
		throw new UsageError(words("unknown_option", { option }));
	}
}
//#endregion
//#region src/commands/commands.ts
/** First word of a command → what it does. */
var commands = {
	admin,
	import: importCatalogue
};
//#endregion
//#region src/cli.ts
var say = (line) => void process.stdout.write(`${line}\n`);
var complain = (line) => void process.stderr.write(`${line}\n`);
/** Runs one command, beside a running server or by itself. */
async function main() {
	const read = readConfiguration(process.env);
	if (!read.ok) {
		complain(words("wrong_variables", { variables: read.variables.join(", ") }));
		return 1;
	}
	const [name = "", ...args] = process.argv.slice(2);
	const command = Object.hasOwn(commands, name) ? commands[name] : void 0;
	if (command === void 0) {
		if (name !== "") complain(words("unknown_command", { command: name }));
		complain(words("commands"));
		for (const { usage } of Object.values(commands)) complain(`  ${words(usage)}`);
		return 1;
	}
	const log = createLogger(read.configuration);
	const closing = new ClosingStack((step, err) => log.error({
		step,
		err
	}, "something did not close"));
	const stop = new AbortController();
	process.once("SIGINT", () => stop.abort());
	process.once("SIGTERM", () => stop.abort());
	try {
		return await command.run(args, contextOf(read.configuration, log, closing, stop.signal));
	} catch (error) {
		const explained = explain(error, log);
		if (explained !== "") complain(explained);
		if (error instanceof UsageError) complain(words(command.usage));
		return 1;
	} finally {
		await closing.close();
	}
}
function contextOf(configuration, log, closing, signal) {
	let foundation = null;
	let contexts = null;
	const openOnce = () => foundation ??= open();
	const open = async () => {
		const database = configuration.databaseUrl !== void 0 ? null : await joinRunning(configuration.dataDir);
		return openFoundation({
			configuration,
			log,
			say,
			closing,
			signal,
			...database === null ? {} : { database }
		});
	};
	return {
		say,
		complain,
		signal,
		foundation: openOnce,
		contexts: () => contexts ??= openOnce().then((opened) => openContexts({
			foundation: opened,
			log,
			closing
		}))
	};
}
/** In words for the person at the terminal; what nobody foresaw goes to the log as well. */
function explain(error, log) {
	if (error instanceof Refusal) return wordsOf(loadErrorTexts(), error, terminalLanguage(), error.options.params);
	if (error instanceof StartError || error instanceof NoTerminalError) return error.message;
	if (error instanceof UsageError) return error.message;
	log.error({ err: error }, "a command failed");
	return words("command_failed", { reason: String(error) });
}
process.exit(await main());
//#endregion
export {};

//# sourceMappingURL=cli.js.map