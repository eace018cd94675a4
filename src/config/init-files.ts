export interface StarterChoices {
  /** The secret's file as it shall stand in the configuration. */
  readonly secretFile: string;
  /** Where editors find the schema, when it lies somewhere they can read. */
  readonly schema?: string | undefined;
}

/** The configuration `the-loop init` writes: what a first set-up needs, each choice with its reason, the rest as comments. */
export function starterConfig({ secretFile, schema }: StarterChoices): string {
  const modeline = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${modeline}# Which events on GitHub wake which coding-agent session.
# Every key with its default and what it means: docs/configuration.md
# Relative paths count from the directory the server is started in.

webhooks:
  ghWebhook:
    # What your tunnel forwards to: http://127.0.0.1:8787/gh-webhook
    # port: 8787

    # Readable by you alone (chmod 600). The same secret goes into the webhook settings on GitHub.
    secretFile: ${JSON.stringify(secretFile)}

    routing:
      # Without this, deliveries are stored and wake nobody.
      enabled: true

      # Only these people may trigger a session. Left out: anyone on a private repository;
      # owners, members and collaborators on a public one.
      # authorizedUsers: [your-login]

      # Start a session when somebody puts the label on an item without one ("always" and "never" exist, too).
      # spawnOnUnmatched: labeled
      # autoExecuteLabel: "the-loop: auto-execute"
      # spawnWorkdir: { "owner/repository": ~/src/repository }

      # A review with twelve comments is thirteen deliveries. One turn for all that waits costs one turn,
      # and the agent sees the whole review before it answers; with "off" every event is a turn of its own.
      batching:
        mode: queued
        quietSeconds: 5

      # Nobody can grant permissions to a session that runs without a terminal: what it needs is allowed here.
      # harnessArgs:
      #   claude: [--permission-mode, acceptEdits, --allowedTools, "Bash(git:*)", "Bash(gh:*)"]

# The listener for you, your hooks and the playground. Never point a tunnel at it.
# control:
#   port: 8788
`;
}
