/** What became of a checkout that was to go, as the control plane tells it. */
export interface ReleaseFields {
  readonly sessionId: string;
  readonly path: string | null;
  readonly tree: string;
  readonly branches: readonly string[];
  readonly reason: string | null;
  readonly detail: string | null;
}

export const RELEASE_COLUMNS = [
  { title: 'checkout', of: (release: ReleaseFields) => release.path ?? release.sessionId },
  { title: 'became', of: (release: ReleaseFields) => release.tree },
  { title: 'why', of: (release: ReleaseFields) => release.reason },
  { title: 'what it is', of: (release: ReleaseFields) => release.detail },
];
