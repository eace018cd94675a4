import { Module } from '@nestjs/common';
import { PullRequestStore } from './pull-request.store.js';
import { RepositoryIdentity } from './repository.identity.js';
import { SessionPlaces } from './session.places.js';
import { SessionRegistry } from './session.registry.js';
import { SessionStates } from './session.states.js';
import { SessionStore } from './session.store.js';

@Module({
  providers: [PullRequestStore, RepositoryIdentity, SessionPlaces, SessionRegistry, SessionStates, SessionStore],
  exports: [PullRequestStore, RepositoryIdentity, SessionRegistry, SessionStates, SessionStore],
})
export class SessionsModule {}
