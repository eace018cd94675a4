import { Field, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { Finding, FindingState } from './finding.js';

export const FINDING_STATE = { ok: 'ok', note: 'note', problem: 'problem' } as const satisfies {
  [S in FindingState]: S;
};

registerEnumType(FINDING_STATE, {
  name: 'FindingState',
  description: 'How good a finding is.',
  valuesMap: {
    ok: { description: 'As it should be.' },
    note: { description: 'Worth knowing; nothing has to be done.' },
    problem: { description: 'Something has to be done.' },
  },
});

@ObjectType('Finding', { description: 'One thing that was looked at.' })
export class FindingType implements Finding {
  @Field(() => String, { description: 'What was looked at.' })
  name: string;

  @Field(() => FINDING_STATE, { description: 'How good it is.' })
  state: FindingState;

  @Field(() => String, { description: 'What was found.' })
  found: string;

  @Field(() => String, { nullable: true, description: 'What to do; null when it is as it should be.' })
  advice: string | null;
}

@ObjectType('Doctor', { description: 'A look at everything the server needs.' })
export class DoctorType {
  @Field(() => Boolean, { description: 'Whether nothing has to be done.' })
  healthy: boolean;

  @Field(() => [FindingType], { description: 'What was looked at, one by one.' })
  findings: FindingType[];
}
