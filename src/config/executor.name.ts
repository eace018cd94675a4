import { hostname } from 'node:os';

/** The name of this machine on session and dispatch rows: the tree of a session is on one machine only. */
export const executorName = (): string => hostname();
