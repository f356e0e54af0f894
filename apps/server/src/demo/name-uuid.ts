import { v5 } from 'uuid';

const NAMESPACE = 'c07e70de-30a5-4f0e-8d9c-5c1f6a1b0e11';

/** UUID version 5 (RFC 9562) of a name, so that demo URLs are equal on every installation. */
export const demoId = (name: string): string => v5(name, NAMESPACE);
