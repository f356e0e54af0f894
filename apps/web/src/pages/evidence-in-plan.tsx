import { usePlan, type PanelBeside } from '@cotejo/audits-web';
import { AttachmentsBadge, AttachmentsFollower, EvidencePanel } from '@cotejo/worksheets-web';
import { FolderOpen } from 'lucide-react';

const EVIDENCE = 'evidencias';

/** Files of worksheets beside the plan: the evidence index, the rows' badges, and the follower of both. */
export const evidenceBeside: PanelBeside = {
  id: EVIDENCE,
  title: 'worksheets-web:attachments.evidence.title',
  icon: FolderOpen,
  Panel({ audit, item, onClose }) {
    const { session, openItem, openPanel } = usePlan();
    return (
      <EvidencePanel
        auditId={audit.id}
        session={session}
        itemId={item}
        onItem={(id) => (id === null ? openPanel(EVIDENCE) : openPanel(EVIDENCE, id))}
        onOpenItem={openItem}
        onClose={onClose}
      />
    );
  },
  Badge: ({ item, onOpen }) => <AttachmentsBadge itemId={item} onOpen={onOpen} />,
  Companion: ({ audit }) => <AttachmentsFollower auditId={audit.id} />,
};
