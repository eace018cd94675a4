import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityFields } from '../src/cli/activity-line.js';
import type { DeliveryDetails } from '../src/cli/delivery-fields.js';
import { graphql } from '../src/cli/graphql.client.js';
import { OPERATIONS } from '../src/cli/operations.js';
import type { LocatedServer } from '../src/cli/server.locator.js';
import { follow } from '../src/cli/stream.follower.js';
import type { Narrator } from './narrator.js';

type Wanted = Partial<ActivityFields>;

/** Generous: a real agent thinks before it speaks. It only bounds a demonstration that hangs. */
const SEEN_WITHIN_MS = 180_000;

/** Watches the product through its live feed and notes which of the expected steps were really seen. */
export class Act {
  readonly steps: string[] = [];
  private readonly seenSoFar: ActivityFields[] = [];
  private readonly spoken = new Set<string>();
  private readonly over = new AbortController();
  private wake = (): void => undefined;
  private defect: unknown;

  private constructor(
    private readonly server: LocatedServer,
    private readonly narrator: Narrator,
  ) {}

  static async begin(server: LocatedServer, narrator: Narrator): Promise<Act> {
    const act = new Act(server, narrator);
    await act.listen(server);
    return act;
  }

  /** Waits until the feed has told it. */
  async seen(step: string, wanted: Wanted): Promise<ActivityFields> {
    const found = await this.until(step, () => this.find(wanted));
    this.steps.push(step);
    return found;
  }

  /** Waits until the turn of this delivery has said its first words. */
  async live(step: string, deliveryId: string): Promise<void> {
    await this.until(step, () => this.spoken.has(deliveryId) || undefined);
    this.steps.push(step);
  }

  /** The feed's numbers are the order in which things became true. */
  inOrder(step: string, ...wanted: readonly Wanted[]): void {
    const places = wanted.map((each) => this.find(each)?.seq ?? Number.NaN);
    if (!places.every((place, at) => at === 0 || places[at - 1]! < place)) {
      throw new Error(`Expected in this order: ${JSON.stringify(wanted)}; found at ${places.join(', ')}`);
    }
    this.steps.push(step);
  }

  end(): void {
    this.over.abort();
  }

  private async listen(server: LocatedServer): Promise<void> {
    const begun = new Promise<void>((resolve) => {
      void follow<{ activity: ActivityFields }>({
        query: OPERATIONS.followActivity,
        variables: () => ({ after: this.seenSoFar.at(-1)?.seq ?? 0 }),
        locate: async () => server,
        onItem: ({ activity }) => {
          resolve();
          this.take(activity);
        },
        signal: this.over.signal,
      }).catch((error: unknown) => {
        this.fail(error);
        resolve();
      });
    });
    await begun;
  }

  private take(activity: ActivityFields): void {
    this.seenSoFar.push(activity);
    this.narrator.happened(activity);
    if (activity.name === 'routing.routed')
      void this.explain(activity.deliveryId!).catch((error: unknown) => this.fail(error));
    if (activity.name === 'dispatch.started') void this.listenTo(activity).catch((error: unknown) => this.fail(error));
    this.wake();
  }

  private async explain(id: string): Promise<void> {
    const { delivery } = await graphql<{ delivery: DeliveryDetails }>(this.server, OPERATIONS.delivery, { id });
    this.narrator.because(delivery.decision.because ?? '');
  }

  private async listenTo({ dispatchId, deliveryId }: ActivityFields): Promise<void> {
    await follow<{ turnOutput: { text: string } }>({
      query: OPERATIONS.turnOutput,
      variables: () => ({ dispatchId, after: 0 }),
      locate: async () => this.server,
      onItem: ({ turnOutput }) => {
        if (this.narrator.said(turnOutput.text)) this.spoken.add(deliveryId!);
        this.wake();
      },
      signal: this.over.signal,
    });
  }

  private find(wanted: Wanted): ActivityFields | undefined {
    const entries = Object.entries(wanted) as [keyof ActivityFields, unknown][];
    return this.seenSoFar.find((activity) => entries.every(([field, value]) => activity[field] === value));
  }

  private async until<T>(step: string, look: () => T | undefined): Promise<T> {
    const late = sleep(SEEN_WITHIN_MS, 'late' as const, { ref: false });
    for (;;) {
      if (this.defect !== undefined) throw this.defect as Error;
      const found = look();
      if (found !== undefined) return found;
      const told = new Promise<'told'>((resolve) => (this.wake = () => resolve('told')));
      if ((await Promise.race([told, late])) === 'late') throw new Error(`This step was not seen: ${step}`);
    }
  }

  private fail(error: unknown): void {
    if (this.over.signal.aborted) return;
    this.defect ??= error;
    this.wake();
  }
}
