/** Token of the prompt templates, read once at start. */
export const PROMPT_TEMPLATES = Symbol('PROMPT_TEMPLATES');
