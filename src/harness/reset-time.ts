const DAY = 24 * 60;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = String.raw`(\d{1,2})(?::(\d{2}))?\s*(am|pm)?`;
const DATE = String.raw`(?:(${MONTHS.join('|')})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(?:\d{4},?\s+)?(?:at\s+)?)?`;
const AT_CLOCK = new RegExp(String.raw`(?:resets?|again)\s+(?:at\s+|on\s+)?${DATE}${CLOCK}(?:\s*\(([\w/+-]+)\))?`, 'i');
const AFTER = /again in\s+(?:(\d+)\s*d\w*\W*)?(?:(\d+)\s*h\w*\W*)?(?:(\d+)\s*m\w*\W*)?(?:(\d+(?:\.\d+)?)\s*s\w*)?/i;
const EPOCH = /\|\s*(\d{10})(\d{3})?\b/;

/**
 * When a limit ends, read from the sentence a harness prints ("resets 1pm (Europe/Berlin)", "try again in 3 hours",
 * "limit reached|1760000000"); epoch milliseconds, or null when it does not say. `at` is the moment it was printed.
 */
export function resetTime(text: string, at: number, zone?: string): number | null {
  const epoch = EPOCH.exec(text);
  if (epoch !== null) return later(Number(epoch[1]) * 1000, at);
  const after = AFTER.exec(text);
  if (after !== null && after.slice(1).some((part) => part !== undefined)) {
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = after.slice(1).map((part) => Number(part ?? 0));
    return at + (days * DAY * 60 + hours * 3600 + minutes * 60 + seconds) * 1000;
  }
  const clock = AT_CLOCK.exec(text);
  return clock === null ? null : onClock(clock, at, zone);
}

function onClock(match: RegExpExecArray, at: number, zone?: string): number | null {
  const [, month, day, hour = '', minute = '0', half, named] = match;
  if (half === undefined && match[4] === undefined) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || (half !== undefined && Number(hour) > 12)) return null;
  const offset = zoneOffset(at, named) ?? zoneOffset(at, zone) ?? 0;
  const here = new Date(at + offset);
  const year = here.getUTCFullYear();
  if (month !== undefined) {
    const date = Date.UTC(year, MONTHS.indexOf(month.slice(0, 3).toLowerCase()), Number(day), hours, Number(minute));
    return later(date - offset, at);
  }
  const target = Date.UTC(year, here.getUTCMonth(), here.getUTCDate(), hours, Number(minute)) - offset;
  return target > at ? target : target + DAY * 60_000;
}

const later = (moment: number, at: number): number | null => (moment > at ? moment : null);

/** Milliseconds by which the clocks of a zone are ahead of UTC; undefined for a name that is no zone. */
function zoneOffset(at: number, zone?: string): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      ...(zone === undefined ? {} : { timeZone: zone }),
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(at);
    const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
    const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
    return wall - Math.floor(at / 1000) * 1000;
  } catch {
    return undefined;
  }
}
