import { Module } from '@nestjs/common';
import { CheckoutDirectories } from './checkout.directories.js';
import { CheckoutInspector } from './checkout.inspector.js';
import { CheckoutMaker } from './checkout.maker.js';
import { CheckoutPlanner } from './checkout.planner.js';
import { CheckoutRemover } from './checkout.remover.js';
import { CheckoutWatch } from './checkout.watch.js';
import { GitClient } from './git.client.js';
import { GitProcess } from './git.process.js';
import { HeadFinder } from './head.finder.js';
import { SharedRepositories } from './shared.repositories.js';
import { StandingCheckouts } from './standing.checkouts.js';
import { TreeReader } from './tree.facts.js';
import { TreeGuard } from './tree.guard.js';
import { WorkspaceListing } from './workspace.listing.js';
import { WorkspacePace } from './workspace.pace.js';
import { WorkspacePreparation } from './workspace.preparation.js';
import { WorkspaceReleasing } from './workspace.releasing.js';
import { WorkspaceService } from './workspace.service.js';
import { WorkspaceStore } from './workspace.store.js';

@Module({
  providers: [
    { provide: GitProcess, useFactory: () => new GitProcess({ environment: process.env }) },
    { provide: WorkspacePace, useFactory: () => new WorkspacePace() },
    CheckoutDirectories,
    CheckoutInspector,
    CheckoutMaker,
    CheckoutPlanner,
    CheckoutRemover,
    CheckoutWatch,
    GitClient,
    HeadFinder,
    SharedRepositories,
    StandingCheckouts,
    TreeGuard,
    TreeReader,
    WorkspaceListing,
    WorkspacePreparation,
    WorkspaceReleasing,
    WorkspaceService,
    WorkspaceStore,
  ],
  exports: [TreeGuard, WorkspaceService, WorkspaceStore],
})
export class WorkspaceModule {}
