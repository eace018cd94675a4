import { Initial1764500000001 } from './1764500000001-initial.js';
import { Workspaces1764500000002 } from './1764500000002-workspaces.js';

/** In the order they run. A migration that has been released is never edited. */
export const MIGRATIONS = [Initial1764500000001, Workspaces1764500000002];
