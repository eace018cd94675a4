'use strict';

// The token comes in the URL's fragment, which no server sees, and stays in this tab. It is never written to disk.
const KEPT_AS = 'the-loop.token';

const READY = [
  [
    'sessions',
    `# Sessions, what runs, what waits, and the command that continues each in a terminal
query Sessions {
  sessions(filter: { status: [starting, active, paused, stale, parked] }) {
    nodes {
      workItem
      status
      statusReason
      running { startedAt kind delivery { event action actor } }
      queueLength
      cost { turns usd }
      resumeCommand
    }
  }
  status {
    routing
    waiting { reason sentence until count session { workItem } }
  }
}
`,
  ],
  [
    'why ignored',
    `# Why did the last events wake nobody?
query WhyIgnored {
  deliveries(first: 20, filter: { outcome: [ignored, defect] }) {
    nodes {
      receivedAt
      event
      action
      actor
      reason
      explanation
      decision { mentions { workItem evidence field } }
    }
  }
}
`,
  ],
  [
    'live feed',
    `# Everything that happens from now on; with after: 0 from the beginning
subscription Follow {
  activity {
    seq
    time
    name
    level
    event
    action
    actor
    workItem
    reason
    error
  }
}
`,
  ],
];

function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    sessionStorage.setItem(KEPT_AS, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(KEPT_AS);
}

async function isAccepted(token) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query: '{ __typename }' });
  return (await fetch('/graphql', { method: 'POST', headers, body })).status !== 401;
}

function open(token) {
  const { GraphiQL, React, ReactDOM } = window;
  const fetcher = GraphiQL.createFetcher({
    url: '/graphql',
    headers: { authorization: `Bearer ${token}` },
    subscriptionUrl: `${location.origin.replace('http', 'ws')}/graphql`,
    wsConnectionParams: { token },
  });
  const defaultTabs = READY.map(([, query]) => ({ query }));
  const root = document.getElementById('playground');
  ReactDOM.createRoot(root).render(
    React.createElement(GraphiQL, { fetcher, defaultTabs, shouldPersistHeaders: false, isHeadersEditorEnabled: false }),
  );
}

function ask(note) {
  const form = document.getElementById('token-form');
  if (note) document.getElementById('token-note').textContent = note;
  form.hidden = false;
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      form.hidden = true;
      sessionStorage.setItem(KEPT_AS, document.getElementById('token').value.trim());
      void begin();
    },
    { once: true },
  );
}

async function begin() {
  const token = takeToken();
  if (!token) return ask();
  if (await isAccepted(token)) return open(token);
  sessionStorage.removeItem(KEPT_AS);
  ask(
    'The server does not accept this token; it may have been rotated. Run "the-loop open" again, or paste the new one.',
  );
}

// A page that is open already gets the token of a new "the-loop open" by a change of its fragment alone.
window.addEventListener('hashchange', () => {
  if (takeToken()) location.reload();
});
void begin();
