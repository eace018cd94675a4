import type { SaidByModel } from './model-answer.js';

const ERRORS: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error' };

export const messagesError = (status: number) => ({
  type: 'error',
  error: { type: ERRORS[status] ?? 'api_error', message: `stand-in error ${status}` },
});

/** An answer of Anthropic's Messages interface, as the one object it is without a stream. */
export function messagesAnswer({ id, model, text, tool, tokens }: SaidByModel) {
  const call = tool && [{ type: 'tool_use', id: `toolu_${id}`, name: tool.name, input: tool.input }];
  return {
    ...{ id: `msg_${id}`, type: 'message', role: 'assistant', model },
    content: call ?? [{ type: 'text', text }],
    stop_reason: tool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: tokens.input, output_tokens: tokens.output },
  };
}

/** The same as server-sent events. */
export function messagesEvents(said: SaidByModel): readonly { type: string }[] {
  const { content, stop_reason, usage, ...message } = messagesAnswer(said);
  const start = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  return [
    { type: 'message_start', message: start } as { type: string },
    ...content.flatMap((block, index): { type: string; [key: string]: unknown }[] => {
      const isCall = 'input' in block;
      const empty = isCall ? { ...block, input: {} } : { type: 'text', text: '' };
      const delta = isCall
        ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
        : { type: 'text_delta', text: said.text };
      return [
        { type: 'content_block_start', index, content_block: empty },
        { type: 'content_block_delta', index, delta },
        { type: 'content_block_stop', index },
      ];
    }),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage } as { type: string },
    { type: 'message_stop' },
  ];
}
