import { ClaudeAdapter } from './claude.adapter.js';
import { CodexAdapter } from './codex.adapter.js';
import { CursorAdapter } from './cursor.adapter.js';

/** Every harness there is; a new one is one line here. */
export const HARNESS_ADAPTERS = [ClaudeAdapter, CursorAdapter, CodexAdapter] as const;
