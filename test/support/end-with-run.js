// A worker ends with the run that started it, however that ended: alone, with its server and its browser open, it would wait for ever for answers.
process.once('disconnect', () => process.exit());
