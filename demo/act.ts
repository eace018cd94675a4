import type { ActivityFields } from '../src/cli/activity-line.js';
import type { DeliveryDetails } from '../src/cli/delivery-fields.js';
import { graphql } from '../src/cli/graphql.client.js';
import { OPERATIONS } from '../src/cli/operations.js';
import type { ControlAccess } from '../src/cli/server.locator.js';
import type { OutputFields } from '../src/cli/output-line.js';
import { follow } from '../src/cli/stream.follower.js';
import type { Narrator } from './narrator.js';

type Wanted = Partial<ActivityFields>;

interface Explained {
  readonly delivery: DeliveryDetails;
}

/** Generous: a real agent thinks before it speaks. It only bounds a demonstration that hangs. */
const SEEN_WITHIN_MS = 180_000;

/** Watches the product through its live feed, has it told in order, and notes which expected steps were really seen. */
export class Act {
  readonly steps: string[] = [];
  private readonly told: ActivityFields[] = [];
  /** Deliveries whose turn has said something, and the end of each dispatch's output. */
  private readonly spoken = new Set<string>();
  private readonly outputs = new Map<string, Promise<void>>();
  private readonly over = new AbortController();
  private telling = Promise.resolve();
  private cursor = 0;
  private defect: unknown;
  private wake = (): void => undefined;

  constructor(
    private readonly server: ControlAccess,
    private readonly narrator: Narrator,
  ) {
    void follow<{ activity: ActivityFields }>({
      query: OPERATIONS.followActivity,
      variables: () => ({ after: String(this.cursor) }),
      locate: async () => server,
      onItem: ({ activity }) => this.take(activity),
      signal: this.over.signal,
    }).catch((error: unknown) => this.fail(error));
  }

  /** Waits until the feed has told it. */
  async seen(step: string, wanted: Wanted): Promise<void> {
    await this.until(step, () => this.find(wanted) !== undefined);
    this.steps.push(step);
  }

  /** Waits until the turn of this delivery has said its first words. */
  async live(step: string, deliveryId: string): Promise<void> {
    await this.until(step, () => this.spoken.has(deliveryId));
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

  private take(activity: ActivityFields): void {
    this.cursor = activity.seq;
    if (activity.name === 'dispatch.started') this.outputs.set(activity.dispatchId!, this.listenTo(activity));
    this.telling = this.telling
      .then(() => this.tell(activity))
      .then(() => {
        this.told.push(activity);
        this.wake();
      })
      .catch((error: unknown) => this.fail(error));
  }

  private async tell(activity: ActivityFields): Promise<void> {
    if (activity.name === 'routing.routed' || activity.name === 'routing.dropped') {
      const { delivery } = await graphql<Explained>(this.server, OPERATIONS.delivery, { id: activity.deliveryId });
      return this.narrator.happened(activity, delivery.explanation);
    }
    // What the agent has said comes before the news that it is done.
    if (activity.name === 'dispatch.succeeded') await this.outputs.get(activity.dispatchId!);
    this.narrator.happened(activity);
  }

  private async listenTo({ dispatchId, deliveryId }: ActivityFields): Promise<void> {
    await follow<{ turnOutput: OutputFields }>({
      query: OPERATIONS.turnOutput,
      variables: () => ({ dispatchId, after: 0 }),
      locate: async () => this.server,
      onItem: ({ turnOutput }) => {
        if (this.narrator.said(turnOutput)) this.spoken.add(deliveryId!);
        this.wake();
      },
      signal: this.over.signal,
    }).catch((error: unknown) => this.fail(error));
  }

  private find(wanted: Wanted): ActivityFields | undefined {
    const entries = Object.entries(wanted) as [keyof ActivityFields, unknown][];
    return this.told.find((activity) => entries.every(([field, value]) => activity[field] === value));
  }

  private async until(step: string, isSeen: () => boolean): Promise<void> {
    const late = setTimeout(() => this.fail(new Error(`This step was not seen: ${step}`)), SEEN_WITHIN_MS).unref();
    try {
      while (!isSeen()) {
        if (this.defect !== undefined) throw this.defect as Error;
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      clearTimeout(late);
    }
  }

  private fail(error: unknown): void {
    if (this.over.signal.aborted) return;
    this.defect ??= error;
    this.wake();
  }
}
