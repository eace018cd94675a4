import type { SaidByModel } from './model-answer.js';

const ERRORS: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  401: ['invalid_request_error', 'invalid_api_key'],
  429: ['rate_limit_exceeded', 'rate_limit_exceeded'],
};

export function responsesError(status: number) {
  const [type, code] = ERRORS[status] ?? ['server_error', null];
  return { error: { message: `stand-in error ${status}`, type, code, param: null } };
}

/** An answer of OpenAI's Responses interface as server-sent events. */
export function responsesEvents({ id, model, text, tool, tokens }: SaidByModel): readonly { type: string }[] {
  const response = { id: `resp_${id}`, object: 'response', created_at: 0, model, output: [], error: null };
  const item = tool
    ? {
        ...{ id: `fc_${id}`, type: 'function_call', status: 'completed', call_id: `call_${id}`, name: tool.name },
        arguments: JSON.stringify(tool.input),
      }
    : {
        ...{ id: `msg_${id}`, type: 'message', status: 'completed', role: 'assistant' },
        content: [{ type: 'output_text', text, annotations: [] }],
      };
  const usage = {
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress' } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
  ];
  return events.map((event, at) => ({ ...event, sequence_number: at }));
}
