package pool

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Connections is the default size of a pool without pool_max_conns. The driver's own default is one per core, for which a
// worker's steps would queue.
const Connections = 32

// Size returns the number of connections that an address allows.
func Size(dsn string) int {
	config, err := configOf(dsn)
	if err != nil {
		return Connections // Open reports the mistake
	}
	return int(config.MaxConns)
}

func configOf(dsn string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("read database address: %w", err)
	}
	if !strings.Contains(dsn, "pool_max_conns") {
		config.MaxConns = Connections
	}
	return config, nil
}
