import { ModelStub } from './model.stub.js';

const human = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
const model = { model: 'any', tools: [{ name: 'Bash' }] };

describe('the stand-in for a model', () => {
  let stub: ModelStub;
  beforeEach(async () => (stub = await ModelStub.start()));
  afterEach(() => stub.close());

  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${stub.url}/v1/${path}`, {
      method: 'POST',
      body: JSON.stringify({ ...model, ...body }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  it('counts what people have said, without the reminders of a harness', async () => {
    const reminder = human('<system-reminder>today</system-reminder>');
    const { text } = await ask('messages', { messages: [reminder, human('one'), { role: 'assistant' }, human('two')] });
    expect(JSON.parse(text)).toMatchObject({ content: [{ type: 'text', text: 'prompts=2' }], stop_reason: 'end_turn' });
    expect(stub.requests[0]).toMatchObject({ prompts: ['one', 'two'], last: 'two' });
  });

  it('streams the events of either interface', async () => {
    const messages = await ask('messages', { stream: true, messages: [human('one')] });
    expect(messages.text).toContain('event: message_start');
    expect(messages.text).toContain('"text":"prompts=1"');
    expect(messages.text).toContain('event: message_stop');
    const input = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one' }] }];
    const responses = await ask('responses', { stream: true, input });
    expect(responses.text).toContain('"text":"prompts=1"');
    expect(responses.text).toContain('event: response.completed');
  });

  it('answers as planned where a prompt names the text: a status, or a tool and then words', async () => {
    stub.plan('broken', { status: 429 });
    stub.plan('busy', { tool: { name: 'Bash', input: { command: 'pwd' } } });
    expect((await ask('messages', { messages: [human('a broken one')] })).status).toBe(429);
    expect((await ask('responses', { input: [{ role: 'user', content: 'a broken one' }] })).status).toBe(429);
    const call = await ask('messages', { messages: [human('busy')] });
    expect(JSON.parse(call.text)).toMatchObject({ stop_reason: 'tool_use', content: [{ name: 'Bash' }] });
    const result = { role: 'user', content: [{ type: 'tool_result', content: '/' }] };
    const after = await ask('messages', { messages: [human('busy'), { role: 'assistant' }, result] });
    expect(JSON.parse(after.text)).toMatchObject({ stop_reason: 'end_turn' });
  });

  it('keeps an answer back until it is wanted', async () => {
    const kept = stub.keep('later');
    const answer = ask('messages', { messages: [human('later')] });
    expect((await stub.asked('later')).prompts).toEqual(['later']);
    kept.release();
    expect((await answer).status).toBe(200);
  });

  it('takes a request without tools for no part of the conversation', async () => {
    stub.plan('one', { status: 500 });
    expect((await ask('messages', { tools: [], messages: [human('one')] })).status).toBe(200);
    expect(stub.naming('one')).toEqual([]);
  });
});
