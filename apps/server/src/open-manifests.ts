import type { AccountId, PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import { evaluate } from '@cotejo/access-domain';
import { slotReferences, type Access } from '@cotejo/access-server';
import { auditReferences } from '@cotejo/audits-server';
import type { EventStore, NodeLanguages } from '@cotejo/event-store';
import { dayIn } from '@cotejo/i18n';
import type { Topic } from '@cotejo/live/server';
import type { ProjectionRunner, Projector } from '@cotejo/projections';
import type { Ground, RecordService } from '@cotejo/record/server';
import { readYearSettings } from '@cotejo/structure-server';
import type { DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { manifests } from './manifests.ts';

export interface ManifestsOptions {
  readonly access: Access;
  readonly store: EventStore;
  readonly db: DataSource;
  readonly run: (projector: Projector) => ProjectionRunner;
  readonly clock: () => Date;
  readonly languages: NodeLanguages;
  readonly pool: Ground<Principal>['pool'];
  readonly log: Ground<Principal>['log'];
  readonly runners: Ground<Principal>['runners'];
  readonly documents: Ground<Principal>['documents'];
  readonly jobs: Ground<Principal>['jobs'];
}

export interface OpenManifests {
  readonly module: DynamicModule;
  readonly topics: readonly Topic<Principal>[];
  readonly runners: readonly ProjectionRunner[];
  /** Services by name of the record. */
  readonly services: ReadonlyMap<string, RecordService<Principal>>;
  readonly dayOf: Ground<Principal>['dayOf'];
  /** Erases personal values of records that can no longer be restored. */
  forgetGone(): Promise<void>;
}

class ManifestsModule {}

/** Opens all contexts of `manifests.ts` on the server's foundation. */
export function openManifests({ access, languages, db, ...rest }: ManifestsOptions): OpenManifests {
  const { state } = access;
  access.years.learnFrom((account) => readYearSettings(db, account, rest.clock()));
  const ground: Ground<Principal> = {
    ...rest,
    db,
    isReadable: (type, version) => languages.everyoneReads(type, version),
    can: (principal, permission, object) =>
      evaluate(
        principal,
        permission as PermissionKey,
        object as { createdBy?: UserId; assignee?: UserId } | undefined,
      ),
    person(account, id) {
      const person = state.person(account as AccountId, id as UserId);
      if (person === null) return null;
      const { firstName, lastName, initials, position } = person;
      const email = state.personalData(person.id)?.email ?? null;
      return { id, name: `${firstName} ${lastName}`.trim(), initials, position, email };
    },
    dayOf: (account, at) => dayIn(state.timeZone(account as AccountId), at),
    records: manifests.flatMap(({ records }) => records),
    references: { ...auditReferences(db), ...slotReferences(state) },
  };
  const opened = manifests.map((context) => context.open(ground));
  const services = new Map(opened.flatMap((each) => [...each.services]));
  return {
    module: {
      module: ManifestsModule,
      controllers: opened.flatMap(({ controllers }) => [...controllers]),
    },
    topics: opened.flatMap(({ topics }) => topics),
    runners: opened.flatMap(({ runners }) => runners),
    services,
    dayOf: ground.dayOf,
    async forgetGone() {
      for (const service of services.values()) await service.forgetGone();
    },
  };
}
