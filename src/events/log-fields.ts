import type { Activity } from './activity.js';

/** The fields of one log line for one activity: the same names as in the API, empty ones left out. */
export function logFields(activity: Activity): Record<string, string | number> {
  const fields: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(activity)) {
    if (value !== null && name !== 'name' && name !== 'level' && name !== 'time')
      fields[name] = value as string | number;
  }
  return fields;
}
