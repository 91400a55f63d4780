// Whatever the shell says. Imported first, because React reads it when it's imported.
process.env.NODE_ENV = process.argv[2] === 'dev' ? 'development' : 'production';
