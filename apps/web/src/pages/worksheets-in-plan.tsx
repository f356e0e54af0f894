import {
  announcedFieldAtom,
  askServer,
  findingDraftAtom,
  frontWorksheetAtom,
  peersByItemAtom,
  usePlan,
  useRejectionText,
  useWorksheet,
  type TypeContents,
  type WorksheetContents,
  type WorksheetPartProps,
} from '@cotejo/audits-web';
import type { AuditIntent } from '@cotejo/audits-contracts';
import { notify } from '@cotejo/ui';
import type { AttachmentId, AttachmentIntent } from '@cotejo/worksheets-contracts';
import {
  useAttachmentsHere,
  worksheetContents,
  WorksheetHostContext,
  type Attached,
  type FieldPeer,
  type WorksheetHost,
} from '@cotejo/worksheets-web';
import { useStore } from 'jotai';
import { TextsAhead } from './texts-ahead.tsx';
import { useMemo, type ComponentType, type ReactNode } from 'react';

/** Intent that takes back one that the server alone decided; null where there is none. */
function backOf(intent: AuditIntent): AttachmentIntent | null {
  if (intent.kind === 'remove_attachment') return { ...intent, kind: 'restore_attachment' };
  return intent.kind === 'restore_attachment' ? { ...intent, kind: 'remove_attachment' } : null;
}

const NOBODY: readonly FieldPeer[] = [];

/** Provides a worksheet's parts with their host, derived from the plan. */
function HostOfPlan({ children }: { readonly children: ReactNode }) {
  const { audit, session, act, person, team, openItem, openPanel, announce, worksheets } = usePlan();
  const { itemId } = useWorksheet();
  const store = useStore();
  const rejection = useRejectionText();
  const files = useAttachmentsHere(audit.id, itemId);

  const host = useMemo((): WorksheetHost => {
    const attached = ([file, ...others]: readonly Attached[]) => {
      if (file === undefined || others.length > 0) return;
      const attachment = file.attachment as AttachmentId;
      session.answered(itemId, { kind: 'remove_attachment', id: itemId, attachment });
    };
    const peersNow = (): readonly FieldPeer[] => store.get(peersByItemAtom).get(itemId) ?? NOBODY;
    return {
      audit,
      itemId,
      session,
      act,
      async ask(intent) {
        const refused = await askServer(session, intent);
        if (refused) notify.warning(rejection(refused), { id: refused.code });
        const back = backOf(intent);
        if (refused === null && back !== null) session.answered(back.id, back);
        return refused === null;
      },
      request: (intent) => askServer(session, intent),
      words: rejection,
      openTab(tab) {
        // The tab of a reference is registered under its own id, although it shows its original.
        const front = store.get(frontWorksheetAtom);
        if (front) worksheets.chooseTab(front.id, tab);
      },
      person,
      team,
      openItem,
      openNotes: (id, field) => openPanel('notas', id, field),
      raiseFinding(id, name) {
        store.set(findingDraftAtom, { item: id, name });
        openPanel('hallazgos', id);
      },
      announce,
      ...files,
      async attach(given, field) {
        const all = await files.attach(given, field);
        attached(all);
        return all;
      },
      attached,
      peers: peersNow,
      onPeers: (listener) => store.sub(peersByItemAtom, listener),
      enterField: (field) => store.set(announcedFieldAtom, { item: itemId, field }),
      leaveField: (field) =>
        store.set(announcedFieldAtom, (now) => (now?.item === itemId && now.field === field ? null : now)),
    };
  }, [
    audit,
    itemId,
    session,
    act,
    person,
    team,
    openItem,
    openPanel,
    announce,
    worksheets,
    store,
    rejection,
    files,
  ]);
  return <WorksheetHostContext value={host}>{children}</WorksheetHostContext>;
}

const inPlan = (Part: ComponentType<WorksheetPartProps>): ComponentType<WorksheetPartProps> =>
  function InPlan(props) {
    return (
      <HostOfPlan>
        <Part {...props} />
      </HostOfPlan>
    );
  };

function hosted({ Information, tabs, ...rest }: TypeContents): TypeContents {
  return {
    ...rest,
    ...(Information && { Information: inPlan(Information) }),
    ...(tabs && {
      tabs: tabs.map(({ Body, Count, ...tab }) => ({
        ...tab,
        Body: inPlan(Body),
        ...(Count && { Count: inPlan(Count) }),
      })),
    }),
  };
}

/** Worksheets of this context in the plan's format. */
export const worksheetsInPlan: WorksheetContents = {
  byType: Object.fromEntries(
    Object.entries(worksheetContents.byType).map(([type, contents]) => [type, hosted(contents)]),
  ),
  ...(worksheetContents.everywhere && {
    everywhere: hosted({ tabs: worksheetContents.everywhere }).tabs ?? [],
  }),
  ...(worksheetContents.Foot && { Foot: inPlan(worksheetContents.Foot) }),
  History: inPlan(worksheetContents.History),
  Gone: inPlan(worksheetContents.Gone),
  Past: worksheetContents.Past,
  TextChange: worksheetContents.TextChange,
  Companion: TextsAhead,
  ...(worksheetContents.fieldTitle && { fieldTitle: worksheetContents.fieldTitle }),
  tabOfField: worksheetContents.tabOfField,
};
