/**
 * Carries out a command; what it would bring about being so already is no error. Answers undefined then. Any other
 * refusal is the caller's to see.
 */
export async function unlessInState<T>(states: readonly string[], command: () => Promise<T>): Promise<T | undefined> {
  try {
    return await command();
  } catch (error) {
    const { session, row } = error as { session?: { status: string }; row?: { state: string } };
    const state = session?.status ?? row?.state;
    if (state !== undefined && states.includes(state)) return undefined;
    throw error;
  }
}
