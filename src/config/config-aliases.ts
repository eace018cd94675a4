import { shown } from './config-problem.js';
import { isPlainObject } from './plain-object.js';

/** Other spellings that are understood, too. Changes the plain configuration; returns remarks with their path. */
export function readAliases(root: unknown): { path: string[]; remark: string }[] {
  const routing = below(root, 'webhooks', 'ghWebhook', 'routing');
  if (routing === undefined) return [];
  const remarks: { path: string[]; remark: string }[] = [];
  const at = ['webhooks', 'ghWebhook', 'routing'];

  const tmux = below(routing, 'tmux');
  if (tmux !== undefined && Object.hasOwn(tmux, 'sessionPerPr')) {
    if (!Object.hasOwn(routing, 'sessionPerPr')) routing.sessionPerPr = tmux.sessionPerPr;
    else
      remarks.push({
        path: [...at, 'tmux', 'sessionPerPr'],
        remark: `not used: routing.sessionPerPr says ${shown(routing.sessionPerPr)}`,
      });
    delete tmux.sessionPerPr;
    if (Object.keys(tmux).length === 0) delete routing.tmux;
  }
  if (routing.sessionPerPr === true) routing.sessionPerPr = 'cross-repository';
  if (routing.sessionPerPr === false) routing.sessionPerPr = 'never';

  if (Object.hasOwn(routing, 'registryDir')) {
    delete routing.registryDir;
    remarks.push({
      path: [...at, 'registryDir'],
      remark: 'not used: sessions are kept in the database; "the-loop sessions import DIR" reads such files',
    });
  }
  return remarks;
}

function below(value: unknown, ...names: readonly string[]): Record<string, unknown> | undefined {
  for (const name of names) value = isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isPlainObject(value) ? value : undefined;
}
