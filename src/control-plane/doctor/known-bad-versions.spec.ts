import { knownFault } from './known-bad-versions.js';

test.each([
  ['claude', '2.1.90 (Claude Code)', true],
  ['claude', '2.1.199 (Claude Code)', true],
  ['claude', '1.9.300 (Claude Code)', true],
  ['claude', '2.1.200 (Claude Code)', false],
  ['claude', '2.2.0 (Claude Code)', false],
  ['claude', '3.0.0', false],
  ['claude', 'no number', false],
  ['cursor', '1.0.3', true],
  ['cursor', '2026.09.10-stub', false],
  ['codex', 'codex-cli 0.1.0', false],
])('%s %s is known to be bad: %p', (harness, version, bad) => {
  expect(knownFault(harness, version) !== undefined).toBe(bad);
});
