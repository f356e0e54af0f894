import { A as Refusal, D as __decorateMetadata, E as __decorateParam, I as findHolder, L as StartError, M as httpErrors, N as createLogger, O as Public, P as readConfiguration, R as explainListenError, S as HttpModule, T as __decorate, a as openContexts, b as userId, c as claimAuditCode, d as auditId, f as itemId, g as AccessModule, h as loadErrorTexts, i as openFoundation, j as TOKEN_SCHEME, k as API_BASE, m as faultKindOf, n as words, p as ClosingStack, r as table, u as actionPlanIdOf, v as EventStoreError, w as DeclaredDoors, x as jsonBodies, y as accountId } from "./assets/words-D-duGQMz.js";
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createServer } from "node:net";
import "reflect-metadata";
import { fileURLToPath } from "node:url";
import { Controller, Get, Inject, Module, RequestMethod } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { TZDate } from "@date-fns/tz";
import { addDays, addMinutes, format, set } from "date-fns";
import express from "express";
import { IoAdapter } from "@nestjs/platform-socket.io";
import compression from "compression";
import { QueryFailedError } from "typeorm";
import { pinoHttp } from "pino-http";
import { Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { DocumentBuilder, SwaggerModule } from "@nestjs/swagger";
import helmet from "helmet";
//#region src/http/health.controller.ts
var READINESS = Symbol("Readiness");
var HealthController = class HealthController {
	readiness;
	constructor(readiness) {
		this.readiness = readiness;
	}
	/** The process answers. */
	live() {
		return { live: true };
	}
	/** The node can do its work. */
	async ready() {
		const checks = await this.readiness.check();
		if (Object.values(checks).includes(false)) throw new Refusal(httpErrors, "unavailable", { details: checks });
		return checks;
	}
};
__decorate([
	Public(),
	Get("live"),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", []),
	__decorateMetadata("design:returntype", Object)
], HealthController.prototype, "live", null);
__decorate([
	Public(),
	Get("ready"),
	__decorateMetadata("design:type", Function),
	__decorateMetadata("design:paramtypes", []),
	__decorateMetadata("design:returntype", Promise)
], HealthController.prototype, "ready", null);
HealthController = __decorate([
	Controller("health"),
	__decorateParam(0, Inject(READINESS)),
	__decorateMetadata("design:paramtypes", [Object])
], HealthController);
//#endregion
//#region src/http/passing-faults.ts
/** Whether a handler failed for a reason that passes by itself: the log or the database was away or too busy. */
function isPassingFault(thrown) {
	if (thrown instanceof EventStoreError) return thrown.kind === "transient" || thrown.kind === "closed";
	if (thrown instanceof QueryFailedError) return isPassingFault(thrown.driverError);
	return faultKindOf(thrown) === "transient";
}
//#endregion
//#region src/http/request-logging.ts
var REQUEST_ID = "x-request-id";
var SENSIBLE_ID = /^[\w-]{8,64}$/;
/** One line a request, under an id that is also in the answer. Paths only: a query may carry a ticket. */
function requestLogging(log) {
	return pinoHttp({
		logger: log,
		genReqId: (request, response) => {
			const given = request.headers[REQUEST_ID];
			const id = typeof given === "string" && SENSIBLE_ID.test(given) ? given : randomUUID();
			response.setHeader(REQUEST_ID, id);
			return id;
		},
		serializers: {
			req: (request) => ({
				id: request.id,
				method: request.method,
				path: request.url.split("?")[0]
			}),
			res: (response) => ({ status: response.statusCode })
		},
		customErrorObject: (_request, _response, _error, facts) => ({
			...facts,
			err: void 0
		}),
		customLogLevel: (_request, response) => response.statusCode >= 500 ? "warn" : "info"
	});
}
/** Faults of handlers, under the id of their request. */
function faultLog(log) {
	return { fault: (request, thrown) => {
		const id = "id" in request ? request.id : void 0;
		log[isPassingFault(thrown) ? "warn" : "error"]({
			requestId: id,
			err: thrown
		}, "a request failed");
	} };
}
//#endregion
//#region src/application.module.ts
var _ApplicationModule;
var ApplicationModule = _ApplicationModule = class ApplicationModule {
	static register({ foundation, contexts, log }) {
		const { store, access } = foundation;
		const readiness = { check: async () => ({
			store: await store.identity().then(() => true, () => false),
			access: access.state.running,
			...contexts.ready()
		}) };
		return {
			module: _ApplicationModule,
			imports: [
				HttpModule.register({
					texts: loadErrorTexts(),
					log: faultLog(log),
					isPassing: isPassingFault
				}),
				AccessModule.register(access),
				...contexts.modules
			],
			controllers: [HealthController],
			providers: [{
				provide: READINESS,
				useValue: readiness
			}]
		};
	}
};
ApplicationModule = _ApplicationModule = __decorate([Module({})], ApplicationModule);
//#endregion
//#region src/demo/demo-people.ts
var DEMO_ACCOUNT = "Frailejón Alimentos S.A.S.";
/** In the demo account alone; see the configuration for where that account is made. */
var DEMO_PASSWORD = "Cotejo-demo-2026";
var demoPeople = [
	{
		username: "claudia.restrepo",
		firstName: "Claudia",
		lastName: "Restrepo",
		position: "Directora de auditoría interna",
		role: "manager",
		userType: "auditor"
	},
	{
		username: "andres.murcia",
		firstName: "Andrés",
		lastName: "Murcia",
		position: "Auditor líder",
		role: "leader",
		userType: "auditor"
	},
	{
		username: "laura.pineda",
		firstName: "Laura",
		lastName: "Pineda",
		position: "Auditora",
		role: "auditor",
		userType: "auditor"
	},
	{
		username: "oscar.benitez",
		firstName: "Óscar",
		lastName: "Benítez",
		position: "Auditor de TI",
		role: "auditor",
		userType: "auditor"
	},
	{
		username: "hernan.duque",
		firstName: "Hernán",
		lastName: "Duque",
		position: "Miembro del comité de auditoría",
		role: "guest",
		userType: "guest"
	},
	{
		username: "marta.suarez",
		firstName: "Marta",
		lastName: "Suárez",
		position: "Jefa de compras",
		role: "owner",
		userType: "owner"
	},
	{
		username: "julian.ocampo",
		firstName: "Julián",
		lastName: "Ocampo",
		position: "Tesorero",
		role: "owner",
		userType: "owner"
	},
	{
		username: "diana.velez",
		firstName: "Diana",
		lastName: "Vélez",
		position: "Oficial de cumplimiento",
		role: "owner",
		userType: "owner"
	},
	{
		username: "felipe.rincon",
		firstName: "Felipe",
		lastName: "Rincón",
		position: "Jefe de TI",
		role: "owner",
		userType: "owner"
	}
];
//#endregion
//#region src/demo/name-uuid.ts
var NAMESPACE = "c07e70de-30a5-4f0e-8d9c-5c1f6a1b0e11";
/** The same UUID (version 5, RFC 9562) for the same name, so that the demo has the same addresses everywhere. */
function demoId(name) {
	const bytes = createHash("sha1").update(Buffer.from(NAMESPACE.replaceAll("-", ""), "hex")).update(name).digest();
	bytes.writeUInt8(bytes.readUInt8(6) & 15 | 80, 6);
	bytes.writeUInt8(bytes.readUInt8(8) & 63 | 128, 8);
	return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
//#endregion
//#region src/demo/seed-demo-account.ts
var DEMO_ACCOUNT_ID = accountId.parse(demoId("account"));
var DEMO_ACTOR = "system:demo";
/** Id of a demo person, by user name. */
var demoUserId = (username) => userId.parse(demoId(`user ${username}`));
/** Makes the demo account with its people, or what an interrupted start left out of it. */
async function seedDemoAccount(access) {
	if (access.state.account(DEMO_ACCOUNT_ID) === null) await access.people.openAccount({
		id: DEMO_ACCOUNT_ID,
		name: DEMO_ACCOUNT,
		edition: "internal",
		demo: true
	}, DEMO_ACTOR);
	const missing = demoPeople.filter(({ username }) => access.state.person(DEMO_ACCOUNT_ID, demoUserId(username)) === null);
	await Promise.all(missing.map((person) => access.people.registerUser({
		...person,
		id: demoUserId(person.username),
		accountId: DEMO_ACCOUNT_ID,
		email: `${person.username}@frailejon.example`,
		password: DEMO_PASSWORD
	}, DEMO_ACTOR)));
	await access.state.settle();
}
//#endregion
//#region src/demo/demo-plan.ts
var LEADER = "andres.murcia";
var MANAGER = "claudia.restrepo";
/** The way that a status is reached, from what an item is after its assignment. */
var WAYS = {
	work: [[
		"assigned",
		"in_progress",
		"completed",
		"reviewed"
	], [
		"assigned",
		"in_progress",
		"completed",
		"review_note"
	]],
	finding: [[
		"new",
		"not_discussed",
		"completed",
		"reviewed"
	]],
	action_plan: [[
		"assigned",
		"accepted",
		"approved",
		"in_progress",
		"implemented",
		"evaluated"
	]]
};
/** Whoever marks a step of the way: work is done by the responsible and reviewed by somebody else. */
function actorOf(to, kind, who) {
	if (kind === "finding") return to === "reviewed" ? MANAGER : LEADER;
	if (kind === "action_plan") return LEADER;
	if (to !== "reviewed" && to !== "review_note") return who;
	return who === LEADER ? MANAGER : LEADER;
}
function walk(id, kind, target, who) {
	const way = WAYS[kind].find((each) => each.includes(target)) ?? [];
	return way.slice(0, way.indexOf(target)).flatMap((from, step) => {
		const to = way[step + 1];
		if (to === void 0) return [];
		return [{
			actor: actorOf(to, kind, who),
			intent: {
				kind: "change_status",
				id,
				from,
				to
			}
		}];
	});
}
/** The plan as acts: first everything is laid out, then the work goes on, branch after branch. */
function actsOf(audit, items) {
	const laying = [];
	const working = [];
	const add = (list, parent, path) => {
		for (const item of list) {
			const here = `${path}/${item.type} ${item.name}`;
			const id = itemId.parse(demoId(here));
			const { type, name, code = null } = item;
			laying.push({
				actor: LEADER,
				intent: {
					kind: "create_item",
					id,
					type,
					parent,
					name,
					code
				}
			});
			const who = item.who ?? LEADER;
			if (item.who !== void 0) working.push(assign(id, item.who));
			const kind = type === "finding" ? "finding" : "work";
			if (item.status !== void 0) working.push(...walk(id, kind, item.status, who));
			if (item.treatment !== void 0) working.push(...treat(id, item.treatment, item.plan));
			add(item.items ?? [], id, here);
		}
	};
	add(items, null, audit);
	return [...laying, ...working];
}
var assign = (id, who) => ({
	actor: LEADER,
	intent: {
		kind: "assign_item",
		id,
		assignee: demoUserId(who)
	}
});
function treat(finding, treatment, plan) {
	const acts = [{
		actor: LEADER,
		intent: {
			kind: "choose_finding_treatment",
			id: finding,
			treatment
		}
	}];
	if (!plan) return acts;
	const id = actionPlanIdOf(finding);
	if (plan.status === "evaluated") acts.push({
		actor: LEADER,
		intent: {
			kind: "choose_plan_treatment",
			id,
			treatment: "evaluate"
		}
	});
	if (plan.who !== void 0) acts.push(assign(id, plan.who), ...walk(id, "action_plan", plan.status, plan.who));
	return acts;
}
//#endregion
//#region src/demo/purchases-and-payments.ts
var LAURA = "laura.pineda";
var OSCAR = "oscar.benitez";
var ANDRES = "andres.murcia";
/**
* "Compras y pagos" on the load day: 42 counted items, of which 18 reviewed, 9 completed, 2 with a review
* note, 7 in progress, 4 assigned and 2 new: 71.8 %.
*/
var purchasesAndPayments = [
	{
		type: "phase",
		name: "Planeación",
		items: [
			{
				type: "understanding",
				name: "Entendimiento de compras",
				who: LAURA,
				status: "reviewed"
			},
			{
				type: "understanding",
				name: "Entendimiento de pagos",
				who: OSCAR,
				status: "reviewed"
			},
			{
				type: "step",
				name: "Memorando de planeación",
				who: ANDRES,
				status: "reviewed"
			},
			{
				type: "step",
				name: "Evaluación preliminar de riesgos",
				who: LAURA,
				status: "reviewed"
			}
		]
	},
	{
		type: "phase",
		name: "Ejecución",
		items: [{
			type: "macroprocess",
			name: "Abastecimiento",
			items: [
				{
					type: "process",
					name: "Selección de proveedores",
					items: [{
						type: "risk",
						code: "R-005",
						name: "Debida diligencia SAGRILAFT",
						who: LAURA,
						status: "completed",
						items: [{
							type: "control",
							code: "C-007",
							name: "Consulta en listas al vincular",
							who: LAURA,
							status: "completed",
							items: [{
								type: "control_test",
								code: "PV-07",
								name: "Reejecución de consultas en listas",
								who: LAURA,
								status: "review_note"
							}]
						}, {
							type: "control",
							code: "C-008",
							name: "Actualización anual de expedientes",
							who: LAURA,
							status: "completed",
							items: [{
								type: "finding",
								code: "H-03",
								name: "118 de 402 expedientes vencidos",
								status: "completed",
								treatment: "action_plan",
								plan: {
									who: "diana.velez",
									status: "assigned"
								}
							}]
						}]
					}, {
						type: "step",
						name: "Revisar expedientes de proveedores nuevos",
						who: LAURA,
						status: "in_progress"
					}]
				},
				{
					type: "process",
					name: "Compras",
					items: [
						{
							type: "risk",
							code: "R-003",
							name: "Compras fuera de atribuciones",
							who: LAURA,
							status: "reviewed",
							items: [{
								type: "control",
								code: "C-005",
								name: "Aprobación por matriz de atribuciones",
								who: LAURA,
								status: "reviewed",
								items: [{
									type: "control_test",
									code: "PV-05",
									name: "Órdenes de compra contra la matriz",
									who: LAURA,
									status: "reviewed"
								}]
							}]
						},
						{
							type: "finding",
							code: "H-05",
							name: "Unificar la matriz de atribuciones entre sedes",
							status: "reviewed",
							treatment: "none"
						},
						{
							type: "step",
							name: "Analizar órdenes fraccionadas",
							who: LAURA,
							status: "completed"
						}
					]
				},
				{
					type: "process",
					name: "Recepción",
					items: [
						{
							type: "risk",
							code: "R-004",
							name: "Recepción no conforme",
							who: OSCAR,
							status: "reviewed",
							items: [{
								type: "control",
								code: "C-006",
								name: "Conteo ciego en la recepción",
								who: OSCAR,
								status: "reviewed",
								items: [{
									type: "control_test",
									code: "PV-06",
									name: "Observación y reconteo de recepciones",
									who: OSCAR,
									status: "completed"
								}, {
									type: "finding",
									code: "H-04",
									name: "Recepciones registradas tarde",
									status: "completed",
									treatment: "action_plan",
									plan: { status: "new" }
								}]
							}]
						},
						{
							type: "inspection",
							name: "Inspección de bodega",
							who: OSCAR,
							status: "assigned"
						},
						{
							type: "step",
							name: "Recorrido por la bodega central",
							who: OSCAR,
							status: "in_progress"
						}
					]
				},
				{
					type: "process",
					name: "Cuentas por pagar",
					items: [
						{
							type: "risk",
							code: "R-001",
							name: "Pagos duplicados o no autorizados",
							who: ANDRES,
							status: "completed",
							items: [{
								type: "control",
								code: "C-001",
								name: "Conciliación de tres vías",
								who: LAURA,
								status: "reviewed",
								items: [{
									type: "control_test",
									code: "PV-01",
									name: "Reejecución de la conciliación",
									who: LAURA,
									status: "reviewed"
								}, {
									type: "finding",
									code: "H-02",
									name: "Diferencias en la conciliación de tres vías",
									status: "completed",
									treatment: "action_plan",
									plan: {
										who: "marta.suarez",
										status: "evaluated"
									}
								}]
							}, {
								type: "control",
								code: "C-002",
								name: "Bloqueo de duplicados en el ERP",
								who: LAURA,
								status: "reviewed",
								items: [{
									type: "control_test",
									code: "PV-02",
									name: "Carga de facturas repetidas",
									who: OSCAR,
									status: "reviewed"
								}]
							}]
						},
						{
							type: "risk",
							code: "R-006",
							name: "Corte contable",
							who: LAURA,
							status: "reviewed",
							items: [{
								type: "control",
								code: "C-009",
								name: "Causación de facturas pendientes al cierre",
								who: LAURA,
								status: "reviewed",
								items: [{
									type: "control_test",
									code: "PV-08",
									name: "Facturas posteriores al cierre",
									who: LAURA,
									status: "reviewed"
								}]
							}]
						},
						{
							type: "risk",
							code: "R-008",
							name: "Retenciones DIAN",
							who: OSCAR,
							status: "reviewed",
							items: [{
								type: "control",
								code: "C-011",
								name: "Parámetros de retención en el ERP",
								who: OSCAR,
								status: "reviewed",
								items: [{
									type: "control_test",
									code: "PV-09",
									name: "Recálculo de retenciones",
									who: OSCAR,
									status: "completed"
								}]
							}]
						},
						{
							type: "step",
							name: "Cruzar pagos con órdenes y recepciones",
							who: LAURA,
							status: "in_progress"
						}
					]
				},
				{
					type: "process",
					name: "Tesorería",
					items: [
						{
							type: "risk",
							code: "R-002",
							name: "Cambio fraudulento de cuenta bancaria",
							who: LAURA,
							status: "in_progress",
							items: [{
								type: "control",
								code: "C-003",
								name: "Confirmación por canal alterno",
								who: LAURA,
								status: "review_note",
								items: [{
									type: "control_test",
									code: "PV-03",
									name: "Reejecución de 59 cambios",
									who: LAURA,
									status: "completed"
								}, {
									type: "finding",
									code: "H-01",
									name: "Cuentas cambiadas sin confirmación",
									status: "completed",
									treatment: "action_plan",
									plan: {
										who: "julian.ocampo",
										status: "in_progress"
									}
								}]
							}, {
								type: "control",
								code: "C-004",
								name: "Revisión mensual de maestros",
								who: OSCAR,
								status: "in_progress",
								items: [{
									type: "control_test",
									code: "PV-04",
									name: "Revisiones de cinco meses",
									who: OSCAR,
									status: "completed"
								}]
							}]
						},
						{
							type: "risk",
							code: "R-007",
							name: "Segregación de funciones en el ERP",
							who: OSCAR,
							status: "in_progress",
							items: [{
								type: "control",
								code: "C-010",
								name: "Matriz de perfiles incompatibles",
								who: OSCAR,
								status: "in_progress",
								items: [{
									type: "control_test",
									code: "PV-10",
									name: "Cruce de perfiles asignados",
									who: OSCAR,
									status: "assigned"
								}, {
									type: "finding",
									code: "H-06",
									name: "14 usuarios con funciones en conflicto",
									status: "not_discussed"
								}]
							}]
						},
						{
							type: "step",
							name: "Arqueo de medios de pago",
							who: OSCAR,
							status: "assigned"
						}
					]
				}
			]
		}]
	},
	{
		type: "phase",
		name: "Informe",
		items: [
			{
				type: "step",
				name: "Informe preliminar",
				who: ANDRES,
				status: "assigned"
			},
			{
				type: "step",
				name: "Discusión con los responsables"
			},
			{
				type: "step",
				name: "Informe final"
			}
		]
	}
];
//#endregion
//#region src/demo/seed-demo-audits.ts
var ZONE = "America/Bogota";
/** Acts of one person that go together, as in a sitting. */
var SITTING = 6;
var TEAM = [
	["andres.murcia", "leader"],
	["claudia.restrepo", "manager"],
	["laura.pineda", "auditor"],
	["oscar.benitez", "auditor"],
	["hernan.duque", "guest"]
];
/** The load day at nine in the morning in Bogotá. */
var loadDay = (now) => set(new TZDate(now, ZONE), {
	hours: 9,
	minutes: 0,
	seconds: 0,
	milliseconds: 0
});
var day = (date) => format(date, "yyyy-MM-dd");
var iso = (date) => new Date(date.getTime()).toISOString();
/** The audits of the demo account; repeating it goes on where an interrupted start stopped. */
async function seedDemoAudits(audits) {
	const done = `demo-${DEMO_ACCOUNT_ID}`;
	if (await audits.store.head(done) !== null) return;
	const today = loadDay(audits.clock());
	await seedLastYear(audits, today);
	await seedPurchasesAndPayments(audits, today);
	const meta = {
		actor: DEMO_ACTOR,
		at: iso(audits.clock()),
		account: DEMO_ACCOUNT_ID
	};
	await audits.store.append({
		stream: done,
		expected: "no-stream",
		events: [{
			id: demoId("demo audits written"),
			type: "DemoWritten",
			schemaVersion: 1,
			data: {},
			meta
		}]
	});
}
async function seedPurchasesAndPayments(audits, today) {
	const begin = addDays(today, -60);
	const year = today.getFullYear();
	const yearEnd = `${year}-12-31`;
	const end = day(addDays(today, 25));
	const id = auditId.parse(demoId("audit compras y pagos"));
	await create(audits, id, begin, [...opening(id, {
		name: "Compras y pagos",
		code: `AUD-${year}-004`,
		year,
		startDate: day(begin),
		endDate: end < yearEnd ? end : yearEnd,
		budgetedMinutes: 28800,
		chargedMinutes: 21120
	}), {
		type: "AuditStatusChanged",
		data: {
			from: "not_started",
			to: "in_progress",
			closedOn: null
		}
	}]);
	const sittings = intoSittings(actsOf("compras y pagos", purchasesAndPayments));
	const pace = 84960 / sittings.length;
	for (const [index, sitting] of sittings.entries()) {
		const actor = sitting[0]?.actor ?? "";
		const principal = audits.directory.principalOf(DEMO_ACCOUNT_ID, demoUserId(actor));
		if (!principal) throw new Error(`demo person ${actor} is not registered`);
		const { outcomes, version } = await audits.rooms.submit(id, principal, sitting.map(({ intent }) => ({
			intent,
			base: Number.MAX_SAFE_INTEGER
		})), {
			command: demoId(`compras y pagos, sitting ${index}`),
			now: iso(addMinutes(begin, 30 + index * pace))
		});
		const refused = outcomes.findIndex((outcome) => !outcome.ok);
		if (refused >= 0) throw new Error(`demo act refused at version ${version}: ${JSON.stringify([sitting[refused]?.intent, outcomes[refused]])}`);
	}
}
/** Last year's audit, small and closed, whose finding came back; written as it ended. */
async function seedLastYear(audits, today) {
	const year = today.getFullYear() - 1;
	const id = auditId.parse(demoId("audit recepción año anterior"));
	const begin = addDays(today, -400);
	const [phase, process, finding] = [
		"phase",
		"process",
		"finding"
	].map((what) => itemId.parse(demoId(`recepción año anterior ${what}`)));
	const item = (data) => ({
		type: "TreeItemCreated",
		data: {
			position: "a0",
			code: null,
			status: null,
			assignee: null,
			derived: false,
			...data
		}
	});
	if (!phase || !process || !finding) return;
	await create(audits, id, begin, [
		...opening(id, {
			name: "Recepción e inventarios",
			code: `AUD-${year}-007`,
			year,
			startDate: `${year}-08-03`,
			endDate: `${year}-10-30`,
			budgetedMinutes: 9600,
			chargedMinutes: 9120
		}),
		item({
			id: phase,
			itemType: "phase",
			parent: null,
			name: "Ejecución"
		}),
		item({
			id: process,
			itemType: "process",
			parent: phase,
			name: "Recepción"
		}),
		...reviewed(item, {
			id: itemId.parse(demoId("recepción paso")),
			itemType: "step",
			parent: process,
			name: "Reconteo de recepciones"
		}),
		item({
			id: finding,
			itemType: "finding",
			parent: process,
			position: "a1",
			name: "Recepciones sin registro el mismo día",
			code: "H-01",
			status: "completed"
		}),
		{
			type: "FindingTreatmentChosen",
			data: {
				id: finding,
				treatment: "action_plan",
				from: null
			}
		},
		item({
			id: actionPlanIdOf(finding),
			itemType: "action_plan",
			parent: finding,
			name: "Registro en línea de recepciones",
			code: "PA-04",
			status: "in_progress",
			assignee: demoUserId("marta.suarez"),
			derived: true
		}),
		{
			type: "AuditStatusChanged",
			data: {
				from: "not_started",
				to: "in_progress",
				closedOn: null
			}
		},
		{
			type: "AuditStatusChanged",
			data: {
				from: "in_progress",
				to: "completed",
				closedOn: null
			}
		},
		{
			type: "AuditStatusChanged",
			data: {
				from: "completed",
				to: "completed",
				closedOn: `${year}-11-13`
			}
		}
	]);
}
var reviewed = (item, data) => [item({
	...data,
	status: "completed",
	assignee: demoUserId("laura.pineda")
}), {
	type: "ItemStatusChanged",
	data: {
		id: data["id"],
		from: "completed",
		to: "reviewed"
	}
}];
function opening(id, told) {
	const leader = demoUserId("andres.murcia");
	return [{
		type: "AuditCreated",
		data: {
			audit: id,
			account: DEMO_ACCOUNT_ID,
			profile: {
				...told,
				recordType: "audit_plan",
				frequency: "scheduled",
				kind: "standard",
				leader
			},
			createdBy: demoUserId("claudia.restrepo"),
			source: null
		}
	}, ...TEAM.map(([username, role]) => ({
		type: "TeamMemberAdded",
		data: {
			user: demoUserId(username),
			role
		}
	}))];
}
/** Writes the beginning of an audit once, with its code claimed so that nobody else gets it. */
async function create(audits, id, at, events) {
	const profile = events[0]?.data["profile"];
	const actor = demoUserId("claudia.restrepo");
	const now = iso(at);
	await claimAuditCode(audits.store, profile.code, {
		account: DEMO_ACCOUNT_ID,
		audit: id,
		actor: DEMO_ACTOR,
		at: now
	});
	await audits.rooms.create(id, events, {
		actor,
		account: DEMO_ACCOUNT_ID,
		now,
		command: {
			id: demoId(`create ${id}`),
			intent: { demo: id }
		}
	});
}
function intoSittings(acts) {
	const sittings = [];
	for (const act of acts) {
		const last = sittings.at(-1);
		if (last && last[0]?.actor === act.actor && last.length < SITTING) last.push(act);
		else sittings.push([act]);
	}
	return sittings;
}
//#endregion
//#region src/demo/seed-demo.ts
/**
* Makes the demo account in an empty store, or finishes one that an interrupted start left half made. True
* when the account is there.
*/
async function seedDemo({ access, contexts }) {
	if (!(access.state.account(DEMO_ACCOUNT_ID) !== null) && access.state.hasAccounts) return false;
	await seedDemoAccount(access);
	await seedDemoAudits(contexts.audits);
	return true;
}
//#endregion
//#region src/http/framework-log.ts
/** What the framework has to say, in our log. Its start-up chatter is only for whoever traces. */
var FrameworkLog = class {
	target;
	constructor(target) {
		this.target = target;
	}
	log(message) {
		this.target.trace(String(message));
	}
	debug(message) {
		this.target.trace(String(message));
	}
	verbose(message) {
		this.target.trace(String(message));
	}
	warn(message, ...context) {
		this.target.warn({ context: context.map(String) }, String(message));
	}
	error(message, ...context) {
		if (message instanceof Error) this.target.error({ err: message }, message.message);
		else this.target.error({ context: context.map(String) }, String(message));
	}
	fatal(message) {
		this.target.fatal(String(message));
	}
};
//#endregion
//#region src/http/metrics.ts
var LOOPBACK = /* @__PURE__ */ new Set([
	"127.0.0.1",
	"::1",
	"::ffff:127.0.0.1"
]);
/** Figures for Prometheus at /metrics: for this machine, or for who knows the token. */
function serveMetrics(app, options) {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const durations = new Histogram({
		name: "http_request_duration_seconds",
		help: "Time to answer a request",
		labelNames: ["method", "status"],
		buckets: [
			.005,
			.015,
			.05,
			.15,
			.5,
			1.5,
			5
		],
		registers: [registry]
	});
	for (const [name, { help, read }] of Object.entries(options.gauges)) new Gauge({
		name,
		help,
		registers: [registry],
		collect() {
			this.set(read());
		}
	});
	app.use((request, response, next) => {
		const stop = durations.startTimer({ method: request.method });
		response.on("finish", () => stop({ status: String(response.statusCode) }));
		next();
	});
	app.get("/metrics", (request, response, next) => {
		if (!mayRead(request, options.token)) return next();
		registry.metrics().then((figures) => response.type(registry.contentType).send(figures), next);
	});
}
function mayRead(request, token) {
	const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
	if (token !== void 0 && given !== void 0) {
		const [a, b] = [Buffer.from(given), Buffer.from(token)];
		return a.length === b.length && timingSafeEqual(a, b);
	}
	return LOOPBACK.has(request.socket.remoteAddress ?? "") && request.headers["x-forwarded-for"] === void 0;
}
//#endregion
//#region src/http/api-description.ts
/** OpenAPI at /docs, made when somebody first asks: routes from the controllers, shapes from their schemas. */
function serveApiDescription(app) {
	SwaggerModule.setup("docs", app, () => describeApi(app), { customSiteTitle: "Cotejo API" });
}
/** Every door with what it takes and who may pass. */
function describeApi(app) {
	const base = new DocumentBuilder().setTitle("Cotejo").setVersion("1").addApiKey({
		type: "apiKey",
		name: "Authorization",
		in: "header",
		description: `${TOKEN_SCHEME} <token>`
	}, "token").build();
	const document = SwaggerModule.createDocument(app, base);
	for (const door of app.get(DeclaredDoors).list()) describeDoor(document, door);
	return document;
}
function describeDoor(document, door) {
	const path = door.path.replace(/:(\w+)/g, "{$1}");
	const operation = operationOf(document.paths[`/api${path}`] ?? document.paths[path], door.method);
	if (operation === void 0) return;
	const { policy } = door;
	if (policy !== null && policy.kind !== "public") operation.security = [{ token: [] }];
	if (policy?.kind === "requires") operation.description = policy.permission;
	if (door.schemas.body !== void 0) operation.requestBody = {
		required: true,
		content: { "application/json": { schema: jsonSchemaOf(door.schemas.body) } }
	};
	if (door.schemas.query instanceof z.ZodObject) {
		const shape = door.schemas.query.shape;
		operation.parameters = [...(operation.parameters ?? []).filter((parameter) => "in" in parameter && parameter.in === "path"), ...Object.entries(shape).map(([name, schema]) => ({
			name,
			in: "query",
			required: !schema.safeParse(void 0).success,
			schema: jsonSchemaOf(schema)
		}))];
	}
}
function operationOf(item, method) {
	switch (method) {
		case "GET": return item?.get;
		case "POST": return item?.post;
		case "PUT": return item?.put;
		case "DELETE": return item?.delete;
		default: return;
	}
}
function jsonSchemaOf(schema) {
	return z.toJSONSchema(schema, {
		target: "openapi-3.0",
		io: "input",
		unrepresentable: "any"
	});
}
//#endregion
//#region src/http/security-headers.ts
/**
* Nothing from elsewhere, no inline script. Inline styles are allowed because the component library sets
* style attributes and one style element.
*/
function securityHeaders() {
	return helmet({
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: ["'self'"],
				scriptSrc: ["'self'"],
				scriptSrcAttr: ["'none'"],
				styleSrc: ["'self'", "'unsafe-inline'"],
				imgSrc: [
					"'self'",
					"data:",
					"blob:"
				],
				fontSrc: ["'self'", "data:"],
				connectSrc: ["'self'"],
				workerSrc: ["'self'", "blob:"],
				objectSrc: ["'none'"],
				baseUri: ["'self'"],
				formAction: ["'self'"],
				frameAncestors: ["'none'"]
			}
		},
		referrerPolicy: { policy: "same-origin" },
		xFrameOptions: { action: "deny" }
	});
}
//#endregion
//#region src/http/web-pages.ts
/** Paths that belong to the server; everything else is a page of the web application. */
var SERVER_PATHS = /^\/(api|health|metrics|docs|docs-json|docs-yaml|socket\.io|rooms)(\/|$)/;
var YEAR_SECONDS = 31536e3;
/** Serves the built web application: hashed files for ever, its one page always asked for again. */
function serveWebPages(app, webDir) {
	app.use("/assets", express.static(join(webDir, "assets"), {
		index: false,
		immutable: true,
		maxAge: YEAR_SECONDS * 1e3
	}));
	app.use(express.static(webDir, {
		index: false,
		maxAge: 0
	}));
	const page = (request, response, next) => {
		const reads = request.method === "GET" || request.method === "HEAD";
		const isFile = /\.[a-z0-9]+$/i.test(request.path);
		if (!reads || isFile || SERVER_PATHS.test(request.path)) return next();
		response.setHeader("Cache-Control", "no-cache");
		response.sendFile("index.html", {
			root: webDir,
			cacheControl: false
		}, (error) => {
			if (error !== void 0 && !response.headersSent) next();
		});
	};
	app.use(page);
}
//#endregion
//#region src/start-server.ts
/** Bytes of an ordinary request. */
var BODY_BYTES = 262144;
/** The built web application, beside this bundle or, in tests, beside its source. */
var WEB_DIR = fileURLToPath(new URL("../../web/dist", import.meta.url));
/** Starts everything; when any part of it fails, what had started is closed again. */
async function startServer(options) {
	const { configuration, log } = options;
	const closing = new ClosingStack((step, err) => log.error({
		step,
		err
	}, "something did not close"));
	try {
		await refuseTakenPort(configuration);
		return await compose(options, closing);
	} catch (error) {
		await closing.close();
		throw error;
	}
}
async function compose(options, closing) {
	const { configuration, log, say, signal } = options;
	const foundation = await openFoundation({
		configuration,
		log,
		say,
		closing,
		signal
	});
	const contexts = await openContexts({
		foundation,
		log,
		closing
	});
	const demo = configuration.seedDemo && await seedDemo({
		access: foundation.access,
		contexts
	});
	signal?.throwIfAborted();
	const module = ApplicationModule.register({
		foundation,
		contexts,
		log
	});
	const app = await NestFactory.create(module, {
		bodyParser: false,
		logger: new FrameworkLog(log),
		abortOnError: false
	});
	closing.add("http", () => app.close());
	app.useWebSocketAdapter(new IoAdapter(app));
	app.setGlobalPrefix(API_BASE, { exclude: ["health/live", "health/ready"].map((path) => ({
		path,
		method: RequestMethod.GET
	})) });
	app.set("trust proxy", configuration.trustProxy);
	app.set("query parser", "simple");
	app.disable("x-powered-by");
	const express = app.getHttpAdapter().getInstance();
	app.use(requestLogging(log), securityHeaders(), compression());
	serveMetrics(express, {
		token: configuration.metricsToken,
		gauges: contexts.gauges
	});
	const webDir = configuration.webDir ?? WEB_DIR;
	if (existsSync(webDir)) serveWebPages(express, webDir);
	app.use(...jsonBodies({
		limit: BODY_BYTES,
		unread: contexts.unreadBodies
	}));
	serveApiDescription(app);
	const http = app.getHttpServer();
	contexts.rooms.attach(http);
	await listen(app, configuration);
	closing.add("rooms", () => contexts.leave());
	const address = addressOf(http, configuration);
	await foundation.database.announce(address);
	return {
		address,
		demo,
		hasAccounts: foundation.access.state.hasAccounts,
		foundation,
		http,
		stop: () => {
			http.closeIdleConnections();
			return closing.close();
		}
	};
}
async function listen(app, { port, host }) {
	try {
		await (host === void 0 ? app.listen(port) : app.listen(port, host));
	} catch (error) {
		throw explainListenError(error, port);
	}
}
/** Fails before anything starts, unless it is another instance of ours: the data folder says that better. */
async function refuseTakenPort({ port, host, dataDir, databaseUrl }) {
	if (port === 0) return;
	const probe = createServer();
	try {
		await new Promise((resolve, reject) => {
			probe.once("error", reject);
			probe.listen({
				port,
				...host === void 0 ? {} : { host }
			}, resolve);
		});
	} catch (error) {
		if (databaseUrl === void 0 && await findHolder(dataDir) !== null) return;
		throw explainListenError(error, port);
	} finally {
		await new Promise((resolve) => probe.close(resolve));
	}
}
function addressOf(http, { host }) {
	const bound = http.address();
	const port = typeof bound === "object" && bound !== null ? bound.port : 0;
	return `http://${host === void 0 || host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}
//#endregion
//#region src/terminal/welcome.ts
/** What the terminal says once the server answers: where, and with which demo users. */
function welcome(address, demo) {
	const lines = ["", words("ready", { address })];
	if (demo) {
		const head = [
			words("user"),
			words("name"),
			words("role")
		];
		const people = demoPeople.map((person) => [
			person.username,
			`${person.firstName} ${person.lastName}`,
			words(`roles.${person.role}`)
		]);
		lines.push("", words("demo_users", { password: DEMO_PASSWORD }), table([head, ...people]));
	}
	lines.push("", words("how_to_stop"), "");
	return lines.join("\n");
}
//#endregion
//#region src/main.ts
var say = (line) => void process.stdout.write(`${line}\n`);
var complain = (line) => void process.stderr.write(`${line}\n`);
/** Runs until a signal; the second one forces the end. */
async function main() {
	const read = readConfiguration(process.env);
	if (!read.ok) {
		complain(words("wrong_variables", { variables: read.variables.join(", ") }));
		return 1;
	}
	const { configuration } = read;
	const log = createLogger(configuration);
	const stop = stopSignal();
	try {
		const server = await startServer({
			configuration,
			log,
			say,
			signal: stop
		});
		say(welcome(server.address, server.demo));
		if (!server.hasAccounts) say(words("no_accounts"));
		await aborted(stop);
		await server.stop();
		say(words("stopped"));
		return 0;
	} catch (error) {
		if (stop.aborted) {
			say(words("stopped"));
			return 0;
		}
		const expected = error instanceof StartError;
		complain(expected ? error.message : words("start_failed", { reason: String(error) }));
		if (!expected) log.fatal({ err: error }, "the server did not start");
		return 1;
	}
}
function stopSignal() {
	const stop = new AbortController();
	const onSignal = () => {
		if (stop.signal.aborted) {
			complain(words("forced"));
			process.exit(1);
		}
		say(words("stopping"));
		stop.abort();
	};
	process.on("SIGINT", onSignal);
	process.on("SIGTERM", onSignal);
	return stop.signal;
}
function aborted(signal) {
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
process.exit(await main());
//#endregion
export {};

//# sourceMappingURL=main.js.map