/** What the playground is made of, by the name it is served under. */
export interface PlaygroundAsset {
  readonly type: string;
  /** Where it comes from: a file of ours, or one of an npm package, copied by the build. */
  readonly from: string;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

export const PLAYGROUND_PAGE: PlaygroundAsset = {
  type: 'text/html; charset=utf-8',
  from: 'src/control-plane/playground/browser/page.html',
};

/** The files of packages are named by path: those of React are not in its `exports`. */
export const PLAYGROUND_ASSETS: Readonly<Record<string, PlaygroundAsset>> = {
  'start.js': { type: SCRIPT, from: 'src/control-plane/playground/browser/start.js' },
  'style.css': { type: STYLE, from: 'src/control-plane/playground/browser/style.css' },
  'graphiql.min.js': { type: SCRIPT, from: 'node_modules/graphiql/graphiql.min.js' },
  'graphiql.min.css': { type: STYLE, from: 'node_modules/graphiql/graphiql.min.css' },
  'react.production.min.js': { type: SCRIPT, from: 'node_modules/react/umd/react.production.min.js' },
  'react-dom.production.min.js': { type: SCRIPT, from: 'node_modules/react-dom/umd/react-dom.production.min.js' },
};

/** Nothing inline, nothing from elsewhere. Older Safari does not count ws: as 'self', so the socket is named. */
export function playgroundHeaders(host: string): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    'font-src data:',
    `connect-src 'self' ws://${host}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-cache',
  };
}
