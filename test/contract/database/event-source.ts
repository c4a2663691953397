export interface StreamEvent {
  event: string;
  data: unknown;
}

/** Reads the events of a stream in the background. */
export function readEvents(response: Response): StreamEvent[] {
  const events: StreamEvent[] = [];
  void pump(response, events);
  return events;
}

async function pump(response: Response, events: StreamEvent[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      events.push(...blocks.map(parseBlock));
    }
  } catch {
    // The test closed the stream.
  }
}

function parseBlock(block: string): StreamEvent {
  const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/s.exec(block) ?? [];
  return { event, data: JSON.parse(data) };
}
