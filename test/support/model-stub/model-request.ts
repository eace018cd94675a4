export type ModelApi = 'messages' | 'responses';

/** What a harness asks a model, read alike from both vendors' interfaces. */
export interface ModelRequest {
  readonly api: ModelApi;
  /** What people have said in the conversation so far, without the reminders a harness adds of its own accord. */
  readonly prompts: readonly string[];
  /** The last of them. After a failed turn a harness may send the failed prompt once more in front of it. */
  readonly last: string;
  /** Answers of tools since then. */
  readonly toolResults: number;
  /** Without tools on offer: titles, summaries and the like, no part of the conversation. */
  readonly isAside: boolean;
  readonly isStream: boolean;
  readonly model: string;
  /** Everything that was sent, as it was sent. */
  readonly body: string;
}

type Json = Readonly<Record<string, unknown>>;

const REMINDER =
  /<(system-reminder|environment_context|user_instructions|permissions instructions)\b[^>]*>[\s\S]*?<\/\1>/g;

export function readModelRequest(api: ModelApi, body: string): ModelRequest {
  const sent = JSON.parse(body) as Json;
  const conversation = conversationOf(listOf(api === 'messages' ? sent.messages : sent.input));
  return {
    ...{ api, body, ...conversation },
    isAside: listOf(sent.tools).length === 0,
    isStream: sent.stream === true,
    model: String(sent.model),
  };
}

function conversationOf(entries: readonly Json[]): Pick<ModelRequest, 'prompts' | 'last' | 'toolResults'> {
  const prompts: string[] = [];
  let last = '';
  let toolResults = 0;
  for (const entry of entries) {
    toolResults += isToolResult(entry) ? 1 : listOf(entry.content).filter(isToolResult).length;
    const said = entry.role === 'user' ? wordsOf(entry.content) : [];
    if (said.length === 0) continue;
    prompts.push(said.join('\n'));
    last = said.at(-1)!;
    toolResults = 0;
  }
  return { prompts, last, toolResults };
}

const isToolResult = ({ type }: Json): boolean => /^tool_result$|_output$/.test(String(type));

function wordsOf(content: unknown): string[] {
  const texts =
    typeof content === 'string'
      ? [content]
      : listOf(content).flatMap(({ text, type }) => (/^(?:input_)?text$/.test(String(type)) ? [String(text)] : []));
  return texts.map((text) => text.replace(REMINDER, '').trim()).filter((text) => text !== '');
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
