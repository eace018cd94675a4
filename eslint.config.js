import tseslint from 'typescript-eslint';

const FORBIDDEN_NAMES = /(^|[.-])(util|utils|helper|helpers|common|manager|processor|index)([.-]|$)/i;

/** File names tell what is inside: `thing.ts` is pure, `thing.role.ts` plays a role, and no name is a drawer. */
const fileNames = {
  rules: {
    'file-name': {
      create: (context) => ({
        Program(node) {
          const name = context.filename.split('/').at(-1).replace(/\.ts$/, '');
          if (FORBIDDEN_NAMES.test(name))
            context.report({ node, message: `"${name}" names a drawer; find the true name` });
          if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(name)) {
            context.report({ node, message: `"${name}" is not in kebab-case with an optional role after a dot` });
          }
        },
      }),
    },
  },
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', 'artefacts/', '.the-loop/', '.node*/', 'test/cases/**/*.json'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    plugins: { house: fileNames },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'house/file-name': 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
      'max-params': ['error', 7],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Import the file itself; re-exports tie knots' },
      ],
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts', 'bench/**/*.ts', 'demo/**/*.ts', 'scripts/**/*.ts'],
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
