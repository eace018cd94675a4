import type { RoutingPolicy } from '../routing-policy.js';

/** Whether a label is the one that starts work. GitHub compares names of labels as a whole and without regard to case. */
export function isAutoExecuteLabel(label: string | null, { autoExecuteLabel }: RoutingPolicy): boolean {
  return label?.toLowerCase() === autoExecuteLabel.toLowerCase();
}
