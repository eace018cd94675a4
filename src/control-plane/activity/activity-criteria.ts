import type { ActivityName } from '../../events/activity-catalogue.js';
import type { Activity, ActivityLevel } from '../../events/activity.js';

/** What a reader of the feed wants to see; everything given has to hold. */
export interface ActivityCriteria {
  readonly names?: readonly ActivityName[] | null;
  readonly level?: ActivityLevel | null;
  readonly sessionId?: string | null;
  readonly dispatchId?: string | null;
  readonly deliveryId?: string | null;
  readonly workItem?: string | null;
  readonly event?: string | null;
}

const LEVELS: readonly ActivityLevel[] = ['debug', 'info', 'warn', 'error'];

export function levelsFrom(lowest: ActivityLevel): readonly ActivityLevel[] {
  return LEVELS.slice(LEVELS.indexOf(lowest));
}

/** Whether a reader wants this activity: the same question its query asks the database, asked before looking there. */
export function isWanted(activity: Activity, criteria: ActivityCriteria): boolean {
  return (
    (!criteria.names?.length || criteria.names.includes(activity.name)) &&
    (!criteria.level || levelsFrom(criteria.level).includes(activity.level)) &&
    (!criteria.sessionId || criteria.sessionId === activity.sessionId) &&
    (!criteria.dispatchId || criteria.dispatchId === activity.dispatchId) &&
    (!criteria.deliveryId || criteria.deliveryId === activity.deliveryId) &&
    (!criteria.workItem || criteria.workItem.toLowerCase() === activity.workItem?.toLowerCase()) &&
    (!criteria.event || criteria.event === activity.event)
  );
}
