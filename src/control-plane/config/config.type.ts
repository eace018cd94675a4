import { Field, ObjectType } from '@nestjs/graphql';

@ObjectType('Setting', { description: 'One setting in effect.' })
export class SettingType {
  @Field(() => String, { description: 'Its key, with dots, for example `control.port`.' })
  key: string;

  @Field(() => String, { description: 'Its value as JSON text; what looks like a secret is hidden.' })
  value: string;

  @Field(() => Boolean, { description: 'Whether it is the value the product comes with.' })
  isDefault: boolean;
}

@ObjectType('EffectiveConfig', { description: 'The configuration the server was started with.' })
export class EffectiveConfigType {
  @Field(() => String, { description: 'The directory of everything the server keeps.' })
  stateRoot: string;

  @Field(() => [SettingType], { description: 'Every setting with its value.' })
  settings: SettingType[];
}
