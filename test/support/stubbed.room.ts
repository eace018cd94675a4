import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppConfig } from '../../src/config/app-config.js';
import { DispatchRoom } from './dispatch.room.js';
import { type StubRecord, stubRecords } from './stub.record.js';
import { STUBS, until } from './turn.bench.js';

interface Rule {
  readonly match?: string;
  readonly times?: number;
  readonly do: Record<string, string | number | boolean>;
}

/** The dispatch room with real processes: the harness is a stub that does what its plan says and writes down its runs. */
export class StubbedRoom {
  private constructor(readonly room: DispatchRoom) {}

  static async open(configure: (config: AppConfig) => void = () => undefined, folder?: string): Promise<StubbedRoom> {
    const stubbed = (config: AppConfig): void => {
      config.harnesses.claude.binary = join(STUBS, 'stub-claude.mjs');
      config.harnesses.claude.environment = ['STUB_RECORD', 'STUB_PLAN'];
      configure(config);
    };
    const opened = new StubbedRoom(await DispatchRoom.open({ configure: stubbed, folder }));
    process.env.STUB_RECORD = join(opened.room.folder, 'record.jsonl');
    process.env.STUB_PLAN = join(opened.room.folder, 'plan.json');
    await opened.room.service.start();
    return opened;
  }

  plan(...rules: readonly Rule[]): void {
    writeFileSync(join(this.room.folder, 'plan.json'), JSON.stringify(rules));
  }

  /** A file that turns with `hold` wait for. */
  get gate(): string {
    return join(this.room.folder, 'gate');
  }

  openGate(): void {
    writeFileSync(this.gate, '');
  }

  runs(event: StubRecord['event'] = 'start'): StubRecord[] {
    return stubRecords(join(this.room.folder, 'record.jsonl'), event);
  }

  /** The n-th start of a harness. */
  begun(n: number): Promise<StubRecord> {
    return until(() => this.runs()[n]);
  }

  /** The server goes, its turns run on, and the next one starts on its state. */
  async restart(configure?: (config: AppConfig) => void): Promise<StubbedRoom> {
    await this.room.leave();
    return StubbedRoom.open(configure, this.room.folder);
  }

  /** Ends all turns, too. */
  async close(): Promise<void> {
    await this.room.service.stop(0, true);
    await this.room.close();
    delete process.env.STUB_RECORD;
    delete process.env.STUB_PLAN;
  }
}
