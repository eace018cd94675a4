import { CONVERSATION_PROOFS } from './conversation.proofs.js';
import { CANCELLED, DENIED, ENDING_PROOFS, NOT_LOGGED_IN } from './ending.proofs.js';
import { OUTER_MARKS } from './environment.proof.js';
import { HAND_OVER_HOOK, PULL_REQUEST_HOOK, SESSION_START_HOOK } from './hook.proof.js';
import { HOSTILE_PROOFS } from './hostile.proofs.js';
import type { Proof } from './proof.js';
import { PINNED, type RealHarness, realPrograms, type RealPrograms } from './real.programs.js';
import { RealWorld } from './real.world.js';

/**
 * Runs the real programs against a stand-in for their models, from signed webhooks through a started server.
 *   REAL_ONLY      words of claims, with a comma between them (default: all)
 *   REAL_HARNESS   claude or codex (default: both)
 *   REAL_PROGRAMS  where the programs are kept (default: below node_modules/.cache)
 */
const PROOFS: Readonly<Record<RealHarness, readonly Proof[]>> = {
  claude: [
    ...CONVERSATION_PROOFS,
    ...HOSTILE_PROOFS,
    OUTER_MARKS,
    DENIED,
    CANCELLED,
    ...ENDING_PROOFS,
    PULL_REQUEST_HOOK,
    HAND_OVER_HOOK,
    SESSION_START_HOOK,
    NOT_LOGGED_IN,
  ],
  codex: [...CONVERSATION_PROOFS, ...HOSTILE_PROOFS, OUTER_MARKS, CANCELLED, ...ENDING_PROOFS, NOT_LOGGED_IN],
};
const only = (process.env['REAL_ONLY'] ?? '').split(',').filter((word) => word !== '');
const harnesses = (Object.keys(PROOFS) as RealHarness[]).filter(
  (harness) => (process.env['REAL_HARNESS'] ?? harness) === harness,
);
const tally = { passed: 0, failed: 0 };

const programs = await realPrograms();
if (typeof programs === 'string') {
  console.log(`SKIPPED: ${programs}`);
  console.log(`0 passed, 0 failed, ${harnesses.flatMap(wanted).length} skipped`);
} else {
  for (const harness of harnesses) await play(harness, programs);
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;
}

async function play(harness: RealHarness, programs: RealPrograms): Promise<void> {
  const world = await RealWorld.open(harness, programs);
  try {
    for (const proof of wanted(harness)) await tried(harness, proof, world);
  } finally {
    await world.close();
  }
}

async function tried(harness: RealHarness, proof: Proof, world: RealWorld): Promise<void> {
  const begun = performance.now();
  const line = (word: string, said: string): void => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${word} ${harness} ${PINNED[harness]}: ${proof.claim} (${seconds} s): ${said}`);
  };
  try {
    line('ok', await proof.show(world));
    tally.passed += 1;
  } catch (error) {
    line('FAILED', error instanceof Error ? (error.stack ?? error.message) : String(error));
    tally.failed += 1;
  }
}

function wanted(harness: RealHarness): readonly Proof[] {
  return PROOFS[harness].filter(({ claim }) => only.length === 0 || only.some((word) => claim.includes(word)));
}
