import { MAX_DOCUMENT_BYTES, MAX_UPDATE_BYTES } from '../protocol.ts';
import { MOST_EXCESS, MOST_STEPS } from './integration-cost.ts';
import type { TextLimits, TextTimes } from './text-host.ts';

export const defaultTextTimes: TextTimes = {
  idle: 3_000,
  most: 30_000,
  hold: 8_000,
  lease: 15_000,
  poll: 2_000,
  sweep: 60_000,
};

const MIB = 1024 * 1024;

export const defaultTextLimits: TextLimits = {
  updateBytes: MAX_UPDATE_BYTES,
  documentBytes: MAX_DOCUMENT_BYTES,
  documentStructs: 100_000,
  documentClients: 20_000,
  steps: MOST_STEPS,
  excess: MOST_EXCESS,
  coveredRows: 200,
  openBytes: 64 * MIB,
  accountBytes: 40 * MIB,
  groupBytes: 24 * MIB,
  personBytes: 16 * MIB,
};
