import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PLAYGROUND_ASSETS, PLAYGROUND_PAGE, type PlaygroundAsset, playgroundHeaders } from './playground-assets.js';
import { PlaygroundFiles } from './playground.files.js';

/** The page and its parts. They hold no data and need no token; everything the page asks does. */
@Controller()
export class PlaygroundController {
  constructor(private readonly files: PlaygroundFiles) {}

  @Get()
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(PLAYGROUND_PAGE, request, reply);
  }

  @Get('playground/:name')
  asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(Object.hasOwn(PLAYGROUND_ASSETS, name) ? PLAYGROUND_ASSETS[name] : undefined, request, reply);
  }

  private async send(asset: PlaygroundAsset | undefined, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const bytes = asset && (await this.files.read(asset));
    void reply.headers(playgroundHeaders(request.headers.host ?? ''));
    if (asset === undefined || bytes === undefined) {
      const message =
        asset === undefined
          ? 'There is no such part of the playground'
          : 'The product was built without its playground; run "npm run build"';
      await reply.code(404).send({ message });
    } else await reply.type(asset.type).send(bytes);
  }
}
