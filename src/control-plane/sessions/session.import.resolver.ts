import { Args, Field, ID, Mutation, ObjectType, Parent, ResolveField } from '@nestjs/graphql';
import { type Import, SessionImporter } from '../../dispatch/session.importer.js';
import { ControlResolver } from '../control-resolver.decorator.js';
import { SessionRecordInput } from './session-record.input.js';
import { SessionReads } from './session.reads.store.js';
import { SessionType } from './session.type.js';

@ObjectType('SessionImport', { description: 'What became of a record that was taken over.' })
export class SessionImportType implements Import {
  @Field(() => ID, { description: 'The session.' })
  sessionId: string;

  @Field(() => Boolean, { description: 'False when the record is here already; then nothing was changed.' })
  isNew: boolean;
}

@ControlResolver(() => SessionImportType)
export class SessionImportResolver {
  constructor(
    private readonly importer: SessionImporter,
    private readonly sessions: SessionReads,
  ) {}

  @Mutation(() => SessionImportType, {
    description:
      'Takes over a session that was registered elsewhere, with its age and what it has had; its directory may be missing. ' +
      'Codes: bad-input, invalid-work-item, session-already-active, unknown-harness, bad-session-id, directory-gone.',
  })
  importSession(
    @Args('record', { type: () => SessionRecordInput, description: 'The record.' }) record: SessionRecordInput,
  ): Promise<Import> {
    return this.importer.take(record);
  }

  @ResolveField(() => SessionType, { nullable: true, description: 'The session itself.' })
  async session(@Parent() { sessionId }: SessionImportType) {
    return (await this.sessions.byId.load(sessionId)) ?? null;
  }
}
