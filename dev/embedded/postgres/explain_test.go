package postgres

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExplain_Log_BecomesOneSentence(t *testing.T) {
	tests := map[string]struct{ log, want string }{
		"disk full":      {"LOG:  starting\nPANIC:  could not write to file: No space left on device\n", "the disk is full"},
		"port taken":     {"LOG:  could not bind IPv4 address \"127.0.0.1\": Address already in use\nFATAL:  could not create any TCP/IP sockets", "set POSTGRES_PORT"},
		"closed folder":  {"initdb: error: could not access directory: Permission denied\n", "may not read its folders: initdb: error: could not access directory: Permission denied"},
		"other version":  {"FATAL:  database files are incompatible with server\nDETAIL:  The data directory was initialized by PostgreSQL version 12", "another version of Postgres"},
		"anything else":  {"LOG:  one\nFATAL:  no such thing\nLOG:  database system is shut down\n", "could not start: FATAL:  no such thing"},
		"nothing at all": {"", "could not start"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := explain(tt.log)
			require.ErrorContains(t, err, tt.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}
