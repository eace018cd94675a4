import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PLANTED_FAULTS, type PlantedFault } from './planted-fault.js';

/**
 * Who watches the watchman: each fault is planted in a copy of the build, and the driver that comes with the copy has
 * to notice it and call it by its name. FAULT=words limits this to the faults whose name contains them.
 */
const BUILD = fileURLToPath(new URL('../../', import.meta.url));

const wanted = PLANTED_FAULTS.filter(({ name }) => name.includes(process.env['FAULT'] ?? ''));
if (wanted.length === 0) throw new Error(`No planted fault is called ${JSON.stringify(process.env['FAULT'])}`);
let unnoticed = 0;
for (const fault of wanted) {
  const noticed = await isNoticed(fault);
  console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${fault.name}`);
  if (!noticed) unnoticed += 1;
}
process.exitCode = unnoticed === 0 ? 0 : 1;

async function isNoticed(fault: PlantedFault): Promise<boolean> {
  const copy = mkdtempSync(join(tmpdir(), 'the-loop-planted-'));
  try {
    const build = join(copy, 'dist');
    cpSync(BUILD, build, { recursive: true });
    cpSync(join(BUILD, '../package.json'), join(copy, 'package.json'));
    symlinkSync(join(BUILD, '../node_modules'), join(copy, 'node_modules'));
    plant(build, fault);
    const { code, said } = await drive(build, fault);
    const times = Number(new RegExp(`^${fault.charge} +(\\d+)$`, 'm').exec(said)?.[1] ?? 0);
    if (code === 1 && times > 0) return true;
    console.log(said);
    return false;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** A fault that cannot be planted any more proves nothing: whoever changed the place has to find the new one. */
function plant(build: string, { name, replacements }: PlantedFault): void {
  for (const { file, found, by } of replacements) {
    const path = join(build, file);
    const before = readFileSync(path, 'utf8');
    const places = before.match(new RegExp(found.source, 'g'))?.length ?? 0;
    if (places !== 1) {
      throw new Error(
        `Cannot plant "${name}": ${found} is in ${file} ${places} times; adapt test/crash/planted-fault.ts`,
      );
    }
    writeFileSync(path, before.replace(found, by));
  }
}

async function drive(build: string, { cycles, rounds }: PlantedFault): Promise<{ code: number; said: string }> {
  const environment = { ...process.env, CYCLES: String(cycles), ROUNDS: String(rounds), WORLDS: '1', PATIENCE: '20' };
  const driver = spawn(process.execPath, [join(build, 'test/crash/run-crash.js')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(driver.stdout), once(driver, 'exit') as Promise<[number]>]);
  return { code, said };
}
