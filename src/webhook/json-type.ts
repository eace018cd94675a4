const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** Whether a body is declared to be JSON, whatever parameters follow. */
export function isJsonType(contentType: string | undefined): boolean {
  return contentType !== undefined && JSON_TYPE.test(contentType);
}
