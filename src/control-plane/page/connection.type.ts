import { type Type } from '@nestjs/common';
import { Field, ObjectType } from '@nestjs/graphql';
import type { Connection, Edge } from './connection.js';
import { PageInfoType } from './page-info.type.js';

/** The two object types that make a list of `name` a connection. */
export function connectionOf<N>(node: Type<N>, name: string, order: string): Type<Connection<N>> {
  @ObjectType(`${name}Edge`, { description: `One ${name.toLowerCase()} in a list, with its place.` })
  class EdgeType implements Edge<N> {
    @Field(() => String, { description: 'The place of this item, for `after`.' })
    cursor: string;

    @Field(() => node, { description: 'The item itself.' })
    node: N;
  }

  @ObjectType(`${name}Connection`, { description: `One page of a list, ${order}.` })
  class ConnectionType implements Connection<N> {
    @Field(() => [EdgeType], { description: 'The items, each with its place.' })
    edges: Edge<N>[];

    @Field(() => [node], { description: 'The items alone.' })
    nodes: N[];

    @Field(() => PageInfoType, { description: 'Where this page lies.' })
    pageInfo: PageInfoType;
  }
  return ConnectionType;
}
