/** Token of the list of all work item extractors. */
export const WORK_ITEM_EXTRACTORS = Symbol('WORK_ITEM_EXTRACTORS');
