import type { PermissionKey, UserId } from '@cotejo/access-contracts';
import {
  CONTRACT_RECORD_TYPE,
  type AuditDetail,
  type ItemId,
  type ItemStatus,
  type ItemType,
  type ItemValues,
  type AuditIntent,
  type RecordType,
  type Rejection,
  type Signature,
} from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { AuditMirror, createAuditModel, valueField } from '@cotejo/audits-domain';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider, type AvatarPerson } from '@cotejo/ui';
import { givenWorkspace, type GivenWorkspace } from '@cotejo/ui/testing';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { givenRecord } from '../given-record.fixture.ts';
import { worksheetsTranslations } from '../translations.ts';
import { WorksheetHostContext, type FieldPeer, type WorksheetHost } from './worksheet-host.ts';

const uuid = (kind: number, n: number) => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const itemOf = (n: number): ItemId => uuid(1, n) as ItemId;
export const ana: AvatarPerson = { id: uuid(2, 1), name: 'Ana Ruiz', initials: 'AR' };
export const luis: AvatarPerson = { id: uuid(2, 2), name: 'Luis Paz', initials: 'LP' };
const PEOPLE = [ana, luis];

export interface GivenItem {
  readonly type: ItemType;
  readonly parent?: number | null;
  readonly status?: ItemStatus | null;
  readonly values?: ItemValues;
  readonly signatures?: readonly Signature[];
  /** Item for which a finding was raised, if not its parent. */
  readonly refParent?: number;
}

interface Given {
  readonly items: Readonly<Record<number, GivenItem>>;
  /** Number of the item whose worksheet is open; the first by default. */
  readonly open?: number;
  readonly mode?: 'edit' | 'read';
  /** An audit plan by default. */
  readonly record?: RecordType;
  /** All rights by default. */
  readonly rights?: readonly PermissionKey[];
  readonly request?: (intent: AuditIntent) => Promise<Rejection | null>;
  /** Calls and feeds; none by default. */
  readonly workspace?: Pick<GivenWorkspace, 'api' | 'follow'>;
}

const model = createAuditModel(worksheetSlices);
const i18n = () =>
  createI18n({
    resources: [
      uiTranslations,
      worksheetsTranslations,
      worksheetsContractsTranslations,
      auditsContractsTranslations,
    ],
  });

/** A worksheet opened by Ana, judged by the product's rules; other users change it through `remote`. */
export class OpenWorksheet {
  readonly view = new AuditMirror();
  readonly acts: AuditIntent[] = [];
  readonly said: string[] = [];
  readonly opened: ItemId[] = [];
  readonly tabs: string[] = [];
  readonly notes: [ItemId, string | undefined][] = [];
  readonly raised: [ItemId, string][] = [];
  readonly fields: (string | null)[] = [];
  private here: readonly FieldPeer[] = [];
  private readonly onTree = new Set<() => void>();
  private readonly onPeers = new Set<() => void>();
  private readonly host: WorksheetHost;

  constructor(private readonly given: Given) {
    this.view.recordType = given.record ?? 'audit_plan';
    for (const [n, item] of Object.entries(given.items)) this.put(Number(n), item);
    this.view.setVersion(5);
    this.host = this.makeHost();
  }

  private put(
    n: number,
    { type, parent = null, status = 'in_progress', values, signatures, refParent }: GivenItem,
  ) {
    const record = givenRecord({
      type,
      name: `${type} ${n}`,
      code: `X-${n}`,
      status,
      place: [parent === null ? null : itemOf(parent), `a${n}`],
      ...(values && { values }),
      ...(signatures && { signatures }),
      ...(refParent !== undefined && { refParent: itemOf(refParent) }),
    });
    this.view.applyRecord(itemOf(n), record);
  }

  private decide(intent: AuditIntent) {
    const { rights } = this.given;
    return model.decide(
      this.view,
      { base: this.view.version, intent },
      {
        now: '2026-11-20T15:00:00.000Z',
        actor: ana.id as UserId,
        can: (key) => rights?.includes(key) ?? true,
        mode: 'optimistic',
      },
    );
  }

  private makeHost(): WorksheetHost {
    const { given, view } = this;
    const id = itemOf(given.open ?? Number(Object.keys(given.items)[0]));
    const judge = (intent: AuditIntent): Rejection | null => {
      const decision = this.decide(intent);
      return decision.ok ? null : decision.rejection;
    };
    return {
      audit: { id: 'audit', record_type: CONTRACT_RECORD_TYPE.audit_plan } as unknown as AuditDetail,
      itemId: id,
      session: {
        me: ana.id as UserId,
        mode: given.mode ?? 'edit',
        can: (key) => given.rights?.includes(key) ?? true,
        view,
        onTree: (listener) => {
          this.onTree.add(listener);
          return () => this.onTree.delete(listener);
        },
        judge,
      },
      act: (intent) => {
        const decision = this.decide(intent);
        if (!decision.ok) return false;
        this.acts.push(intent);
        if (intent.kind === 'set_values') this.write(intent.id, intent.values, ana);
        return true;
      },
      ask: async () => true,
      request: given.request ?? (async () => null),
      words: ({ code }) => i18n().t(`audits-contracts:errors.${code}`),
      openTab: (tab) => this.tabs.push(tab),
      person: (person) => PEOPLE.find((one) => one.id === person) ?? null,
      team: PEOPLE,
      openItem: (item) => this.opened.push(item),
      openNotes: (item, about) => this.notes.push([item, about]),
      raiseFinding: (item, name) => this.raised.push([item, name]),
      announce: (text) => this.said.push(text),
      attach: async () => [],
      attached: () => undefined,
      loadImage: async () => null,
      peers: () => this.here,
      onPeers: (listener) => {
        this.onPeers.add(listener);
        return () => this.onPeers.delete(listener);
      },
      enterField: (field) => this.fields.push(field),
      leaveField: () => this.fields.push(null),
    };
  }

  private write(
    id: ItemId,
    values: Readonly<Record<string, string | number | boolean | null>>,
    by: AvatarPerson,
  ) {
    const node = this.view.get(id);
    if (!node) return;
    const next = { ...node.values, ...values };
    const said = Object.fromEntries(
      Object.entries(next).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
    );
    const { id: _, ...record } = node;
    const version = this.view.version + 1;
    this.view.applyRecord(id, {
      ...record,
      values: said,
      changedBy: by.id,
      version,
      fields: {
        ...record.fields,
        ...Object.fromEntries(Object.keys(values).map((key) => [valueField(key), version])),
      },
    });
    this.view.setVersion(version);
    for (const listener of this.onTree) listener();
  }

  /** Simulates values set by Luis. */
  remote(n: number, values: Readonly<Record<string, string | number | boolean | null>>): void {
    act(() => this.write(itemOf(n), values, luis));
  }

  /** Simulates Luis entering a field. */
  enters(field: string | null): void {
    act(() => {
      this.here = field === null ? [] : [{ user: luis, field }];
      for (const listener of this.onPeers) listener();
    });
  }

  values(n: number): ItemValues {
    return this.view.get(itemOf(n))?.values ?? {};
  }

  show(children: ReactNode): this {
    const workspace = givenWorkspace({ me: { id: ana.id }, ...this.given.workspace });
    render(
      <UiProvider i18n={i18n()} env="test">
        <WorkspaceProvider workspace={workspace}>
          <WorksheetHostContext value={this.host}>{children}</WorksheetHostContext>
        </WorkspaceProvider>
      </UiProvider>,
    );
    return this;
  }
}
