package pool

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Connections is the size of a pool whose address does not say pool_max_conns. The driver's own default is one per core,
// which a worker's steps would queue for.
const Connections = 32

// Size is how many connections an address allows.
func Size(dsn string) int {
	config, err := configOf(dsn)
	if err != nil {
		return Connections // Open says what is wrong
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
