import { Body, Controller, Inject } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { CurrentPrincipal, Serves, zodBody } from '@cotejo/http/server';
import {
  mentionCalls as calls,
  readMentionsBody,
  type MentionList,
  type ReadMentionsBody,
} from '@cotejo/worksheets-contracts';
import { markSeen, readMentions } from '../mentions/read-mentions.ts';
import { WORKSHEETS_SERVICES, type WorksheetsServices } from './worksheets-services.ts';

/** Where the caller was named in notes: their own list alone, whatever their role. */
@Controller()
export class MentionsController {
  constructor(@Inject(WORKSHEETS_SERVICES) private readonly services: WorksheetsServices) {}

  @Serves(calls.mine)
  mine(@CurrentPrincipal() principal: Principal): Promise<MentionList> {
    return readMentions(this.services, principal);
  }

  /** Keeps that they were opened. */
  @Serves(calls.read)
  async read(
    @CurrentPrincipal() principal: Principal,
    @Body(zodBody(readMentionsBody)) { menciones }: ReadMentionsBody,
  ): Promise<MentionList> {
    const { db, clock, seenMentions } = this.services;
    await markSeen(db, principal, menciones ?? null, clock());
    seenMentions.seen();
    return readMentions(this.services, principal);
  }
}
